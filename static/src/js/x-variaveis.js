// Shows the variables in the field beside it as chips, each read, passed and deleted as a whole, and inserts one at the cursor.
// The field stays a field: what is sent, undone and read aloud is its text.
customElements.define("x-variaveis", class extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector("input, textarea");
    if (!this.field || this.chips) return;
    this.known = [...this.querySelectorAll("[data-insert]")].map(({ dataset }) => dataset.insert);
    this.chips = Object.assign(document.createElement("div"), { className: "mail-chips", ariaHidden: "true" });
    const place = Object.assign(document.createElement("div"), { className: "mail-field" });
    this.field.before(place);
    place.append(this.chips, this.field);
    this.addEventListener("click", (event) => this.insert(event.target.closest("button")?.dataset.insert));
    this.field.addEventListener("input", () => this.draw());
    this.field.addEventListener("scroll", () => this.follow());
    this.field.addEventListener("keydown", (event) => this.move(event));
    this.field.addEventListener("beforeinput", () => this.leave());
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.field);
  }

  disconnectedCallback() {
    this.sizes?.disconnect();
  }

  insert(variable) {
    if (!variable) return;
    this.leave();
    this.field.setRangeText(variable, this.field.selectionStart, this.field.selectionEnd, "end");
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.field.focus();
  }

  // The places of the variables in the text, each [begin, end].
  places() {
    const found = [];
    for (const { 0: text, index } of this.field.value.matchAll(/\{[^{}\n]+\}/g)) {
      if (this.known.includes(text)) found.push([index, index + text.length]);
    }
    return found;
  }

  draw() {
    const { font, letterSpacing, lineHeight, padding, textAlign } = getComputedStyle(this.field);
    Object.assign(this.chips.style, { font, letterSpacing, lineHeight, padding, textAlign });
    const { value } = this.field;
    const parts = [];
    let end = 0;
    for (const [from, to] of this.places()) {
      parts.push(value.slice(end, from), Object.assign(document.createElement("mark"), { textContent: value.slice(from, to) }));
      end = to;
    }
    this.chips.replaceChildren(...parts, value.slice(end) + "\u200b");
    this.chips.toggleAttribute("data-line", this.field.localName === "input");
    this.follow();
  }

  follow() {
    this.chips.scrollTo(this.field.scrollLeft, this.field.scrollTop);
  }

  // Keys pass a variable, or delete it, in one step.
  move(event) {
    const { selectionStart: at, selectionEnd } = this.field;
    if (at !== selectionEnd || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const before = this.places().find(([, to]) => to === at);
    const after = this.places().find(([from]) => from === at);
    if (event.key === "Backspace" && before) this.field.setSelectionRange(...before);
    else if (event.key === "Delete" && after) this.field.setSelectionRange(...after);
    else if (event.key === "ArrowLeft" && before) this.jump(event, before[0]);
    else if (event.key === "ArrowRight" && after) this.jump(event, after[1]);
  }

  jump(event, to) {
    event.preventDefault();
    this.field.setSelectionRange(to, to);
  }

  // What is typed inside a variable stands behind it.
  leave() {
    const { selectionStart: at, selectionEnd } = this.field;
    const inside = at === selectionEnd && this.places().find(([from, to]) => from < at && at < to);
    if (inside) this.field.setSelectionRange(inside[1], inside[1]);
  }
});
