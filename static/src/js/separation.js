// The separation, beside app.js: a scanner types the next code while the last one is on its way. Codes are sent one after the
// other. The first that is refused or without an answer stops them, with a tone, and the page names those that were not sent.
import { announce } from "./announce.js";
import { sound } from "./tone.js";

const refused = 220;
const parts = [".page-head", ".separating"];

customElements.define("x-leitor", class extends HTMLElement {
  connectedCallback() {
    this.waiting = [];
    // Before forms.js, which sends a form once.
    addEventListener("submit", this, true);
    this.field.select();
  }

  disconnectedCallback() { removeEventListener("submit", this, true); }

  get form() { return document.getElementById("separar"); }

  get field() { return this.form.elements.codigo; }

  async handleEvent(event) {
    if (event.target !== this.form) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.waiting.push(new URLSearchParams(new FormData(this.form)));
    for (const name of ["codigo", "reason"]) if (this.form.elements[name]) this.form.elements[name].value = "";
    this.field.focus();
    if (this.isSending) return;
    this.isSending = true;
    document.querySelector(".hairline")?.toggleAttribute("data-waiting", true);
    while (this.waiting.length && await this.send(this.waiting[0])) this.waiting.shift();
    document.querySelector(".hairline")?.removeAttribute("data-waiting");
    this.isSending = false;
    this.stop();
  }

  // Reports whether the code is settled, so that the next one can be sent.
  async send(code) {
    const answer = await fetch(this.form.action, { method: "POST", body: code }).catch(() => null);
    if (!answer) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // An ended session or a failure: the page that says so.
    if (!page.querySelector(parts[1])) return this.leave(code);
    this.show(page);
    if (answer.ok) return true;
    this.waiting.shift();
    return false;
  }

  // What is being typed stays in the field of the new version of the page.
  show(page) {
    const { value } = this.field;
    const isTyping = this.contains(document.activeElement) || document.activeElement === document.body;
    for (const part of parts) document.querySelector(part).replaceWith(page.querySelector(part));
    if (value) this.field.value = value;
    if (isTyping) this.field.focus();
    if (!value) this.field.select();
    announce(page.querySelector(".toaster")?.textContent.trim() || this.querySelector("[role=alert]")?.textContent || "");
  }

  leave(code) {
    for (const [name, value] of code) if (this.form.elements[name]) this.form.elements[name].value = value;
    this.form.submit();
    return false;
  }

  stop() {
    const codes = this.waiting.splice(0).map((code) => code.get("codigo"));
    if (codes.length) {
      const alert = this.querySelector("template").content.cloneNode(true);
      alert.querySelector("[data-codes]").textContent = codes.join(", ");
      this.form.before(alert);
    }
    if (this.querySelector("[role=alert]")) sound(refused);
  }
});
