// A combobox whose options the server renders (ARIA 1.2: the focus stays in the field). Text
// without a chosen option leaves the hidden value empty, and the server reports the error.
import { ask } from "./ask.js";

customElements.define("x-busca", class extends HTMLElement {
  connectedCallback() {
    this.value = this.querySelector("input[type=hidden]");
    this.input = this.querySelector("[role=combobox]");
    this.list = this.querySelector("[role=listbox]");
    this.clearer = this.querySelector("button");
    this.input.addEventListener("input", (event) => {
      // Searching changes no value: a live form must not be sent while typing, because its answer would remove the
      // list.
      event.stopPropagation();
      this.typed();
    });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.close());
    this.clearer.addEventListener("click", () => this.choose({ value: "", text: "" }));
    // pointerdown would blur the field and close the list before the click.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.choose(option.dataset);
    });
    this.clearer.hidden = !this.value.value;
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.request?.abort();
  }

  get options() {
    return [...this.list.querySelectorAll("[role=option]")];
  }

  typed() {
    this.setValue("");
    clearTimeout(this.timer);
    this.request?.abort();
    const text = this.input.value.trim();
    if (text.length < 2) return this.close();
    this.timer = setTimeout(() => this.search(text), 200);
  }

  async search(text) {
    this.request = new AbortController();
    try {
      const html = await ask(this.dataset.url, { q: text, lista: this.list.id }, this.request.signal);
      if (this.waitsFor(text)) this.show(html);
    } catch (error) {
      if (error.name !== "AbortError") this.note("A busca não respondeu. Tente de novo.");
    }
  }

  // An answer that arrives after the form was sent would cover the problems, or the emptied field.
  waitsFor(text) {
    return document.activeElement === this.input && this.input.value.trim() === text;
  }

  show(html) {
    this.list.innerHTML = html;
    if (this.options.length === 0) return this.note("Nada encontrado");
    this.open();
    this.mark(0);
  }

  note(text) {
    const line = document.createElement("p");
    line.className = "option-note";
    line.setAttribute("role", "option");
    line.setAttribute("aria-disabled", "true");
    line.textContent = text;
    this.list.replaceChildren(line);
    this.open();
  }

  open() {
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
  }

  close() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  mark(index) {
    const options = this.options;
    this.at = (index + options.length) % options.length;
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.at)));
    options[this.at].scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", options[this.at].id);
  }

  key(event) {
    if (this.list.hidden || !this.options[0]?.id) return;
    switch (event.key) {
      case "ArrowDown": this.mark(this.at + 1); break;
      case "ArrowUp": this.mark(this.at - 1); break;
      case "Enter": this.choose(this.options[this.at].dataset); break;
      case "Escape": this.close(); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  choose({ value, text }) {
    this.input.value = text;
    this.setValue(value);
    this.close();
    this.input.focus();
  }

  setValue(value) {
    if (this.value.value === value) return;
    this.value.value = value;
    this.clearer.hidden = !value;
    this.value.dispatchEvent(new Event("change", { bubbles: true }));
  }
});
