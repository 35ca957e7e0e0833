// Keys of the pages that match two records (duplicates, bank statements), beside app.js: J and K move between the entries, 1 to 9
// choose in the current one, Enter confirms what is chosen. The button of the sure entries counts the ticked ones.
const isTyping = (target) => target.matches?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

customElements.define("x-pares", class extends HTMLElement {
  connectedCallback() {
    // Before x-atalhos.js, which has J and K for lists.
    addEventListener("keydown", this, true);
    this.addEventListener("change", () => this.count());
  }

  disconnectedCallback() { removeEventListener("keydown", this, true); }

  handleEvent(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return;
    if (localStorage.getItem("atalhos") === "desligados" || document.querySelector("dialog:modal, :popover-open:not(.toaster)")) return;
    if (!this.act(event.key.toLowerCase(), event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  act(key, target) {
    if (key === "j" || key === "k") return this.move(key === "j" ? 1 : -1);
    const current = this.current();
    if (!current) return false;
    if (/^[1-9]$/.test(key)) return this.choose(current, Number(key) - 1);
    // A focused button or link keeps its own Enter.
    if (key === "enter" && !target.closest("a, button")) return this.confirm(current);
    return false;
  }

  get items() { return [...this.querySelectorAll("[data-pair]")]; }

  current() { return document.activeElement?.closest("[data-pair]"); }

  move(by) {
    const { items } = this;
    const at = items.indexOf(this.current());
    const next = items[at < 0 ? (by > 0 ? 0 : items.length - 1) : at + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    return items.length > 0;
  }

  choose(current, at) {
    const choices = current.querySelectorAll("input:is([type=radio], [type=checkbox])");
    const chosen = choices.length ? choices[at] : current.querySelectorAll(".actions :is(button, a)")[at];
    chosen?.click();
    return Boolean(chosen);
  }

  confirm(current) {
    const button = current.querySelector("[data-confirm]");
    button?.click();
    return Boolean(button);
  }

  count() {
    const button = this.querySelector("[data-ticked]");
    if (!button) return;
    const left = this.querySelectorAll("input[type=checkbox]:not(:checked)").length;
    const ticked = Number(button.dataset.ticked) - left;
    [...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()).data = `Confirmar ${ticked}`;
    button.disabled = ticked === 0;
  }
});
