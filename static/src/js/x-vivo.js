// Parts of a page that are read again after every change that the server announces, such as the queue on the day page.
// What changed since the page was written comes with the connection. A part with the focus stays as it is.
customElements.define("x-vivo", class extends HTMLElement {
  connectedCallback() {
    this.events = new EventSource(this.dataset.live);
    this.events.addEventListener("mudou", () => this.refresh());
  }

  disconnectedCallback() {
    this.events.close();
  }

  async refresh() {
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of this.dataset.parts.split(" ")) {
      const [old, now] = [document.querySelector(part), page.querySelector(part)];
      if (old && now && !old.contains(document.activeElement)) old.replaceWith(now);
    }
  }
});
