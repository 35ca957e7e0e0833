// Copies a text and confirms it, on a labelled button in its label too.
import { announce } from "./announce.js";

customElements.define("x-copiar", class extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(this.dataset.text);
      button.dataset.done = "true";
      announce(this.dataset.said ?? "Copiado");
      const label = button.querySelector("[data-label]");
      this.label ??= label?.textContent;
      if (label) label.textContent = this.dataset.said;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        delete button.dataset.done;
        if (label) label.textContent = this.label;
      }, 2000);
    });
  }
});
