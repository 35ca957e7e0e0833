// Copies an identifier and confirms it.
import { announce } from "./announce.js";

customElements.define("x-copiar", class extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(this.dataset.text);
      button.dataset.done = "true";
      announce(this.dataset.said ?? "Copiado");
      setTimeout(() => delete button.dataset.done, 1500);
    });
  }
});
