// Holds what may be seen once. The answer to a form becomes an address that can be asked for
// again, and the page that a browser keeps for Back has nothing left in it.
customElements.define("x-uma-vez", class extends HTMLElement {
  connectedCallback() {
    history.replaceState(history.state, "", this.dataset.address);
    addEventListener("pagehide", () => this.replaceChildren(), { once: true });
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  }
});
