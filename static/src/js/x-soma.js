// Keeps the sum of ticked rows, and puts it into the field of the amount until somebody types another one.
customElements.define("x-soma", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("change", () => this.sum());
  }

  sum() {
    const typed = this.closest("form").elements.amount_received;
    const shown = this.querySelector("[data-sum]");
    const field = (amount) => amount.toFixed(2).replace(".", ",");
    const ticked = [...this.querySelectorAll("[data-amount]:checked")].reduce((sum, box) => sum + Number(box.dataset.amount), 0);
    const isOwn = typed.value !== (this.last ?? typed.defaultValue);
    shown.textContent = ticked.toLocaleString("pt-BR", { style: "currency", currency: "BRL" });
    if (!isOwn) typed.value = field(ticked);
    this.last = field(ticked);
  }
});
