// The frame of a table. Where the table fits it need not scroll: then the head can stick to the
// page, and the frame is no stop for the Tab key.
customElements.define("x-tabela", class extends HTMLElement {
  connectedCallback() {
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer.disconnect();
  }

  measure() {
    const fits = this.firstElementChild.offsetWidth <= this.clientWidth;
    this.toggleAttribute("data-fits", fits);
    this.tabIndex = fits ? -1 : 0;
  }
});
