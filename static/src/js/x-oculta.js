// Text that a list hides, shown for a short time. When the time is over, or when the person leaves the page, what stands for it
// comes back.
import htmx from "htmx.org";

customElements.define("x-oculta", class extends HTMLElement {
  connectedCallback() {
    this.left = Number(this.dataset.seconds);
    this.timer = setInterval(() => this.count(), 1000);
    window.addEventListener("pagehide", this.hide);
    this.focus({ preventScroll: true });
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    window.removeEventListener("pagehide", this.hide);
  }

  count() {
    this.left -= 1;
    if (this.left <= 0) return this.hide();
    this.querySelector(".hint").textContent = `oculta em ${this.left} s`;
  }

  hide = () => {
    const veil = this.querySelector("template").content.firstElementChild.cloneNode(true);
    const hadFocus = this.contains(document.activeElement);
    this.replaceWith(veil);
    for (const link of veil.querySelectorAll("[hx-post]")) htmx.process(link);
    if (hadFocus) veil.querySelector("a")?.focus({ preventScroll: true });
  };
});
