// Filters the rows of a table of checkboxes by typed words. Hidden rows would keep their ticks, so
// a row with one stays visible.
customElements.define("x-peneira", class extends HTMLElement {
  connectedCallback() {
    const sieve = this.querySelector("[data-sieve]");
    if (!sieve) return;
    sieve.hidden = false;
    const input = sieve.querySelector("input");
    input.addEventListener("input", () => this.narrow(input.value));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
  }

  narrow(typed) {
    const words = folded(typed).split(/\s+/);
    let shown = 0;
    for (const group of this.querySelectorAll("tbody")) {
      const rows = [...group.querySelectorAll("[data-row-text]")];
      for (const row of rows) {
        const text = folded(row.dataset.rowText);
        row.hidden = !words.every((word) => text.includes(word)) && !row.querySelector(":checked");
      }
      group.hidden = rows.every((row) => row.hidden);
      shown += rows.filter((row) => !row.hidden).length;
    }
    this.querySelector("[data-none]").textContent = shown === 0 ? "Nenhuma permissão com este nome." : "";
  }
});

function folded(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}
