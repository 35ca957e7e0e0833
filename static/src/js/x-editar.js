// A value that is edited in place. The server's answer to its form is the element again, in its new
// state.
import { announce } from "./announce.js";

const tick = 1500;

customElements.define("x-editar", class extends HTMLElement {
  connectedCallback() {
    this.shown = this.querySelector(".editable");
    this.pencil = this.shown.querySelector("a");
    this.form = this.querySelector("form");
    this.pencil.addEventListener("click", (event) => this.edit(event));
    this.form.querySelector("[data-cancel]").addEventListener("click", () => this.leave());
    this.form.addEventListener("keydown", (event) => this.pressed(event));
    if (this.dataset.state === "saved") this.saved();
    if (this.dataset.state === "refused") this.field.focus();
    if (this.dataset.state === "edited") this.enter();
  }

  get field() {
    return this.form.querySelector("[aria-invalid=true], input:not([type=hidden]), textarea");
  }

  edit(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.swap(this.form, this.shown);
    this.enter();
  }

  enter() {
    this.field.focus();
    this.field.select?.();
  }

  leave() {
    this.form.reset();
    this.swap(this.shown, this.form);
    this.pencil.focus();
    this.dispatchEvent(new CustomEvent("x-editar:left", { bubbles: true }));
  }

  swap(comes, goes) {
    comes.hidden = false;
    goes.hidden = true;
  }

  pressed(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.leave();
    }
    const breaksLine = event.target.matches("textarea") && event.shiftKey;
    if (event.key === "Enter" && event.target.matches("input, textarea") && !breaksLine) {
      event.preventDefault();
      this.form.requestSubmit();
    }
  }

  saved() {
    const value = this.shown.querySelector("[data-value]");
    for (const same of document.querySelectorAll(`[data-value="${value.dataset.value}"]`)) same.textContent = value.textContent;
    this.pencil.focus();
    announce("Salvo");
    this.dispatchEvent(new CustomEvent("x-editar:saved", { bubbles: true }));
    setTimeout(() => { this.dataset.state = ""; }, tick);
  }
});
