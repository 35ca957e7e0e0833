// A part of a page that changes while the page is open: every ten seconds it is read again, and replaced once its state
// differs.
import { announce } from "./announce.js";

const interval = 10_000;

customElements.define("x-acompanha", class extends HTMLElement {
  connectedCallback() {
    this.timer = setInterval(() => this.refresh(), interval);
    this.seen = () => { if (!document.hidden) this.refresh(); };
    document.addEventListener("visibilitychange", this.seen);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
  }

  async refresh() {
    if (document.hidden || !navigator.onLine) return;
    try {
      const answer = await fetch(location.href);
      if (answer.redirected) return location.assign(answer.url);
      if (!answer.ok) return;
      const current = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(this.id);
      if (!this.isConnected || !current || current.dataset.state === this.dataset.state) return;
      this.replaceWith(current);
      announce(current.textContent.replace(/\s+/g, " ").trim());
    } catch {
      // The next interval tries again.
    }
  }
});
