// A chart and the table of its figures. The bar under the pointer and the row that has the focus show the figures of their
// step on a card; the arrow keys go through the rows.
customElements.define("x-grafico", class extends HTMLElement {
  connectedCallback() {
    this.heads = [...this.querySelectorAll("thead th")].map((head) => head.textContent);
    this.links = [...this.querySelectorAll("tbody a")];
    // The card stands in place of the browser's own note.
    for (const bar of this.querySelectorAll("svg a > title")) {
      bar.parentNode.setAttribute("aria-label", bar.textContent);
      bar.remove();
    }
    this.addEventListener("pointerover", (event) => this.show(event.target.closest("svg a")?.getAttribute("href")));
    this.addEventListener("pointerleave", () => this.show());
    this.addEventListener("focusin", (event) => this.show(event.target.getAttribute("href")));
    this.addEventListener("focusout", () => this.show());
    this.addEventListener("keydown", (event) => this.walk(event));
  }

  walk(event) {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const next = this.links[this.links.indexOf(event.target) + by];
    if (!by || !this.links.includes(event.target) || !next) return;
    event.preventDefault();
    next.focus();
  }

  show(href) {
    this.card?.remove();
    this.querySelector("[data-shown]")?.removeAttribute("data-shown");
    const link = href && this.links.find((one) => one.getAttribute("href") === href);
    const bar = link && [...this.querySelectorAll("svg a")].find((one) => one.getAttribute("href") === href && one.getClientRects().length);
    if (!bar) return;
    bar.setAttribute("data-shown", "");
    this.card = document.createElement("dl");
    this.card.className = "graph-card";
    this.card.setAttribute("aria-hidden", "true");
    [...link.closest("tr").cells].forEach((cell, i) => this.card.append(made("dt", i ? this.heads[i] : ""), made("dd", cell.textContent)));
    this.querySelector(".graph").append(this.card);
    const place = this.getBoundingClientRect();
    const at = bar.getBoundingClientRect();
    const room = this.card.offsetWidth + 8;
    const left = at.left - place.left - room;
    this.card.style.left = `${left > 0 ? left : at.right - place.left + 8}px`;
  }
});

function made(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
