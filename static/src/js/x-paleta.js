// The palette (Ctrl+K): the entries of the menu, filtered here, and with an address for
// searching what the server finds, which arrives as options of the same form.
import { ask } from "./ask.js";
import { fold } from "./fold.js";

customElements.define("x-paleta", class extends HTMLElement {
  connectedCallback() {
    this.dialog = this.closest("dialog");
    this.input = this.querySelector("input");
    this.found = this.querySelector("[data-found]");
    this.none = this.querySelector("[data-none]");
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("toggle", (event) => { if (event.newState === "open") this.reset(); });
    document.addEventListener("keydown", this.shortcut);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.shortcut);
  }

  shortcut = (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (this.dialog.open) this.dialog.close();
    else if (!document.querySelector("dialog:modal")) this.dialog.showModal();
  };

  get options() {
    return [...this.querySelectorAll("[role=option]")].filter((option) => !option.hidden);
  }

  reset() {
    this.input.value = "";
    this.found.replaceChildren();
    this.filter("");
    this.input.focus();
  }

  typed() {
    const text = this.input.value.trim();
    this.filter(fold(text));
    clearTimeout(this.timer);
    this.request?.abort();
    if (!this.dataset.search) return;
    if (text.length < 2) return this.found.replaceChildren();
    this.timer = setTimeout(() => this.search(text), 200);
  }

  filter(text) {
    for (const group of this.querySelectorAll("[role=group]:not([data-found])")) {
      let shown = 0;
      for (const option of group.querySelectorAll("[role=option]")) {
        option.hidden = !fold(option.querySelector("span").textContent).includes(text);
        if (!option.hidden) shown++;
      }
      group.hidden = shown === 0;
    }
    this.settle();
  }

  async search(text) {
    this.request = new AbortController();
    try {
      this.found.innerHTML = (await ask(this.dataset.search, { q: text }, this.request.signal)) ?? "";
    } catch (error) {
      if (error.name === "AbortError") return;
      this.found.replaceChildren();
    }
    this.settle();
  }

  settle() {
    this.none.hidden = this.options.length > 0;
    this.mark(0);
  }

  mark(index) {
    const options = this.options;
    for (const option of this.querySelectorAll("[aria-selected=true]")) option.setAttribute("aria-selected", "false");
    this.input.removeAttribute("aria-activedescendant");
    if (options.length === 0) return;
    this.at = (index + options.length) % options.length;
    options[this.at].setAttribute("aria-selected", "true");
    options[this.at].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", options[this.at].id);
  }

  key(event) {
    switch (event.key) {
      case "ArrowDown": this.mark(this.at + 1); break;
      case "ArrowUp": this.mark(this.at - 1); break;
      case "Enter": this.options[this.at]?.click(); break;
      default: return;
    }
    event.preventDefault();
  }
});
