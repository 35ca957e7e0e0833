// On a phone the cards of the day page are lines from the third on: the title opens its card. A card that an update replaced stays as
// it was.
customElements.define("x-dobras", class extends HTMLElement {
  connectedCallback() {
    if (!matchMedia("(max-width: 47.99rem)").matches) return;
    this.open = new Set();
    this.fold();
    new MutationObserver(() => this.fold()).observe(this, { childList: true, subtree: true });
  }

  fold() {
    for (const card of [...this.querySelectorAll(".box-card:has(> header)")].slice(2)) {
      const title = card.querySelector("h2");
      if (!title.firstElementChild) this.add(card, title);
    }
  }

  add(card, title) {
    const name = title.textContent;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    const show = (open) => {
      this.open[open ? "add" : "delete"](name);
      button.ariaExpanded = String(open);
      card.toggleAttribute("data-folded", !open);
    };
    button.addEventListener("click", () => show(!this.open.has(name)));
    title.replaceChildren(button);
    show(this.open.has(name) || card.contains(document.getElementById(location.hash.slice(1))));
  }
});
