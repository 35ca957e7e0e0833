// Reads a page that waits for something again: every ten seconds, and when the reader returns to it. It continues at
// the next page when its own address leads elsewhere, and is loaded again when its state is another one.
const pause = 10_000;

customElements.define("x-aguardo", class extends HTMLElement {
  connectedCallback() {
    this.timer = setInterval(() => this.look(), pause);
    document.addEventListener("visibilitychange", this.look = this.look.bind(this));
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }

  async look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { redirect: "manual", headers: { "X-Background": "true" } });
      if (answer.type === "opaqueredirect") {
        location.assign(this.dataset.next);
      } else if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (page.querySelector("x-aguardo")?.dataset.state !== this.dataset.state) location.reload();
      }
    } catch { /* without a connection the page looks again later */ }
  }
});
