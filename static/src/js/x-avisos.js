// The bell of the header: opens the notices over the page and keeps their number. One tab of the browser listens to the server
// for all of them, since a browser keeps few connections to a server; the others hear from it.
import htmx from "htmx.org";
import { ask } from "./ask.js";

customElements.define("x-avisos", class extends HTMLElement {
  connectedCallback() {
    this.bell = this.querySelector(".bell");
    this.over = this.querySelector("[popover]");
    this.bell.addEventListener("click", this.clicked);
    this.over.addEventListener("click", this.followed);
    this.over.addEventListener("submit", this.submitted);
    this.ending = new AbortController();
    this.channel = new BroadcastChannel("acolhe-avisos");
    this.channel.addEventListener("message", () => this.count());
    if (!navigator.locks) return this.listen();
    const held = () => { this.listen(); return new Promise((done) => this.ending.signal.addEventListener("abort", done)); };
    navigator.locks.request("acolhe-avisos", { signal: this.ending.signal }, held).catch(() => {});
  }

  disconnectedCallback() {
    this.ending.abort();
    this.events?.close();
    this.channel.close();
  }

  listen() {
    this.events = new EventSource(this.dataset.live);
    this.events.addEventListener("mudou", () => { this.channel.postMessage(""); this.count(); });
  }

  async count() {
    const answer = await fetch(this.dataset.unread, { headers: { "X-Background": "true" } }).catch(() => null);
    const unread = answer?.ok ? Number.parseInt(await answer.text(), 10) : Number.NaN;
    if (!Number.isNaN(unread)) this.show(unread);
  }

  show(unread) {
    const mark = this.querySelector(".bell-count");
    const text = unread > 99 ? "99+" : String(unread);
    mark.hidden = unread === 0;
    mark.textContent = text;
    this.bell.setAttribute("aria-label", unread === 0 ? "Avisos" : `Avisos: ${text} não lidos`);
  }

  clicked = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (this.over.matches(":popover-open")) this.over.hidePopover();
    else this.open(this.bell.href).catch(() => location.assign(this.bell.href));
  };

  async open(address) {
    const over = this.over;
    over.innerHTML = await ask(address, {});
    const sheet = over.querySelector("link[rel=stylesheet]");
    if (sheet && !sheet.sheet) await new Promise((done) => { sheet.onload = sheet.onerror = done; });
    htmx.process(over);
    if (!over.matches(":popover-open")) over.showPopover();
    over.querySelector(".notices-tabs [aria-current]")?.focus();
  }

  followed = (event) => {
    const tab = event.target.closest(".notices-tabs a");
    if (!tab) return;
    event.preventDefault();
    this.open(tab.href);
  };

  submitted = async (event) => {
    event.preventDefault();
    await fetch(event.target.action, { method: "POST", body: new URLSearchParams(new FormData(event.target)), redirect: "manual" });
    this.channel.postMessage("");
    await this.count();
    await this.open(this.bell.href);
  };
});
