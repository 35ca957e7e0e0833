// Forgets the drawing after it was signed.
customElements.define("x-assinado", class extends HTMLElement {
  connectedCallback() {
    sessionStorage.removeItem(this.dataset.key);
  }
});
