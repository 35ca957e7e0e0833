// The frame of a table. If the table fits, the frame does not scroll: then the head sticks to the page by CSS, and the
// frame is no stop for the Tab key. Otherwise position: sticky has no effect inside the frame, and a script moves the
// head.
customElements.define("x-tabela", class extends HTMLElement {
  connectedCallback() {
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(this);
    document.addEventListener("scroll", this.follow, { passive: true });
  }

  disconnectedCallback() {
    this.observer.disconnect();
    document.removeEventListener("scroll", this.follow);
  }

  measure() {
    const fits = this.firstElementChild.offsetWidth <= this.clientWidth;
    this.toggleAttribute("data-fits", fits);
    this.tabIndex = fits ? -1 : 0;
    this.follow();
  }

  follow = () => {
    const head = this.querySelector("thead");
    const { top, height } = this.getBoundingClientRect();
    const under = (document.querySelector(".top")?.offsetHeight ?? 0) + (document.querySelector(".bulk:not([hidden])")?.offsetHeight ?? 0);
    // It overlaps the sticky part above by a pixel, so that no row shows between the two.
    const way = Math.floor(Math.min(under - top, height - 2 * head.offsetHeight)) - 1;
    head.style.translate = this.hasAttribute("data-fits") || way <= 0 ? "" : `0 ${way}px`;
  };
});
