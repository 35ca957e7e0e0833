// Inserts a variable into the field beside it, at the cursor.
customElements.define("x-variaveis", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const { insert } = event.target.closest("button")?.dataset ?? {};
      const field = this.querySelector("input, textarea");
      if (!insert || !field) return;
      field.setRangeText(insert, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.focus();
    });
  }
});
