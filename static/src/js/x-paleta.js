// The palette (Ctrl+K): the menu's entries, other pages and actions, filtered here; with a search address also the server's matches and the
// recently opened entries, which arrive as the same kind of options.
import { ask } from "./ask.js";
import { fold } from "./fold.js";

customElements.define("x-paleta", class extends HTMLElement {
  connectedCallback() {
    this.dialog = this.closest("dialog");
    this.input = this.querySelector("input");
    for (const part of ["recent", "found", "none", "pending", "down", "said"]) this[part] = this.querySelector(`[data-${part}]`);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.addEventListener("click", (event) => this.opened(event.target.closest("[data-kind]")));
    this.addEventListener("click", (event) => this.press(event.target.closest("[data-press]")));
    // beforetoggle is synchronous; toggle may come after the first key of a fast typist.
    this.dialog.addEventListener("beforetoggle", () => { this.input.value = ""; });
    this.dialog.addEventListener("toggle", (event) => { if (event.newState === "open") this.typed(); });
    document.addEventListener("keydown", this.shortcut);
    this.recent.after(...[...document.querySelectorAll(".nav .nav-group")].map(menuGroup));
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
    return [...this.querySelectorAll("[role=option]")].filter((option) => option.checkVisibility());
  }

  typed() {
    const text = this.input.value.trim();
    clearTimeout(this.timer);
    this.request?.abort();
    this.hurried = false;
    this.recent.hidden = text !== "";
    this.found.replaceChildren();
    this.filter(fold(text));
    const asks = Boolean(this.dataset.search) && text.length !== 1;
    this.settle(asks && text !== "" ? "pending" : "none");
    if (asks) this.timer = setTimeout(() => this.search(text), text ? 150 : 0);
  }

  filter(text) {
    for (const group of this.querySelectorAll(".palette-list > [role=group]")) {
      for (const option of group.querySelectorAll("[role=option]")) option.hidden = !fold(option.querySelector("span").textContent).includes(text) || lacks(option);
      group.hidden = !group.querySelector("[role=option]:not([hidden])");
    }
  }

  async search(text) {
    this.request = new AbortController();
    try {
      const html = await ask(this.dataset.search, text ? { q: text } : {}, this.request.signal);
      (text ? this.found : this.recent).innerHTML = html;
      this.settle("none");
    } catch (error) {
      if (error.name !== "AbortError") this.settle("down");
    }
    if (this.hurried) this.options[this.at]?.click();
  }

  // Updates the text under the list: a reason when it is empty, and the number of options for
  // screen readers.
  settle(state) {
    const count = this.options.length;
    for (const note of ["none", "pending", "down"]) this[note].hidden = note !== state || (note === "none" && count > 0);
    this.setAttribute("aria-busy", String(state === "pending"));
    if (this.input.value && state !== "pending") this.said.textContent = state === "down" ? this.down.textContent : `Resultados: ${count}`;
    this.mark(0);
  }

  mark(index) {
    const options = this.options;
    for (const option of this.querySelectorAll("[aria-selected=true]")) option.setAttribute("aria-selected", "false");
    this.input.removeAttribute("aria-activedescendant");
    if (options.length === 0) return;
    this.at = (index + options.length) % options.length;
    const marked = options[this.at];
    marked.id ||= `opcao-${this.ids = (this.ids ?? 0) + 1}`;
    marked.setAttribute("aria-selected", "true");
    marked.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", marked.id);
  }

  key(event) {
    switch (event.key) {
      case "ArrowDown": this.mark(this.at + 1); break;
      case "ArrowUp": this.mark(this.at - 1); break;
      case "Enter": this.choose(); break;
      default: return;
    }
    event.preventDefault();
  }

  // Enter before the answer arrives chooses its first match.
  choose() {
    if (this.options.length > 0) this.options[this.at].click();
    else this.hurried = this.getAttribute("aria-busy") === "true";
  }

  // An action clicks its element of the page, once the dialog no longer makes it inert.
  press(option) {
    if (!option) return;
    this.dialog.close();
    document.querySelector(option.dataset.press)?.click();
  }

  // The page is left at once; the opened entry is still recorded.
  opened(option) {
    if (!option?.dataset.kind || !this.dataset.opened) return;
    const body = new URLSearchParams({ collection: option.dataset.kind, id: option.dataset.id });
    fetch(this.dataset.opened, { method: "POST", body, keepalive: true }).catch(() => {});
  }
});

// Reports whether the page has no element for an action.
function lacks(option) {
  return Boolean(option.dataset.press) && !document.querySelector(option.dataset.press);
}

// Returns a group of the menu as options.
function menuGroup(title) {
  const group = create("div", { role: "group", ariaLabel: title.textContent }, create("p", { role: "presentation", textContent: title.textContent }));
  for (const link of title.nextElementSibling.querySelectorAll("a")) group.append(menuOption(link));
  return group;
}

function menuOption(link) {
  const option = create("a", { className: "option", role: "option", ariaSelected: "false", tabIndex: -1, href: link.getAttribute("href") });
  option.append(link.querySelector("svg").cloneNode(true), create("span", { textContent: link.querySelector("span").textContent }));
  if (link.dataset.go) option.append(create("kbd", { className: "kbd", ariaHidden: "true", textContent: `G ${link.dataset.go.toUpperCase()}` }));
  return option;
}

function create(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
