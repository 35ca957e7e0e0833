// A shared computer signs out by itself after some time without use, which all its open pages count together. A bar shows the last
// minutes. The server ends the session too; while somebody uses the page it is asked for, so that both count the same.
const key = "ultimo-uso";
const warning = 2 * 60_000;
const asked = 30_000;

customElements.define("x-compartilhado", class extends HTMLElement {
  connectedCallback() {
    this.idle = Number(this.dataset.idle) * 1000;
    this.last = Date.now();
    localStorage.setItem(key, this.last);
    for (const type of ["pointerdown", "keydown", "wheel", "touchmove"]) {
      document.addEventListener(type, () => this.use(), { capture: true, passive: true });
    }
    this.querySelector("[data-stay]").addEventListener("click", () => this.use());
    this.clock = setInterval(() => this.show(), 1000);
  }

  use() {
    localStorage.setItem(key, Date.now());
    this.show();
    if (Date.now() - this.last < asked) return;
    this.last = Date.now();
    fetch("/conta/sessao");
  }

  show() {
    const left = Number(localStorage.getItem(key)) + this.idle - Date.now();
    if (left <= 0) return this.leave();
    this.hidden = left > warning;
    const minutes = Math.ceil(left / 60_000);
    const text = minutes > 1 ? `Sai em ${minutes} min` : "Sai em menos de 1 min";
    const said = this.querySelector("[role=status]");
    if (!this.hidden && said.textContent !== text) said.textContent = text;
  }

  // Nothing asks whether to stay: nobody is there.
  leave() {
    clearInterval(this.clock);
    addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
    this.querySelector("form").submit();
  }
});
