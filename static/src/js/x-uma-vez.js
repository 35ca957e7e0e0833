// Content that may be seen once. The address of the answer to a form is replaced by one that can be loaded again, and
// the content is removed from the page cached for Back.
customElements.define("x-uma-vez", class extends HTMLElement {
  connectedCallback() {
    history.replaceState(history.state, "", this.dataset.address);
    addEventListener("pagehide", () => this.replaceChildren(), { once: true });
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  }
});
