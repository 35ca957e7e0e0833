// The menu of variables: two braces in the text open it, what follows filters it, arrows choose, Enter inserts and
// Escape closes it. The text keeps the focus.
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export class TermMenu {
  constructor(root, catalogue, insert) {
    Object.assign(this, { root, catalogue, insert, list: root.querySelector("[role=listbox]"), said: root.querySelector("[role=status]") });
    // A click must not take the focus from the text.
    root.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const option = event.target.closest("[role=option]");
      if (option) this.choose(option);
    });
  }

  get isOpen() { return !this.root.hidden; }

  get options() { return [...this.list.children]; }

  get current() { return this.list.querySelector("[aria-selected=true]"); }

  // Shows the variables for the braces before the caret of the editor, else closes.
  update(editor) {
    const typed = typedName(editor.state.selection);
    if (typed?.from !== this.dismissed) this.dismissed = undefined;
    if (!typed || this.dismissed !== undefined) return this.close(editor);
    this.range = typed;
    this.show(typed.name);
    this.place(editor);
    this.mark(editor, this.options[0]);
  }

  show(name) {
    const words = fold(name).split(/[\s_]+/).filter(Boolean);
    const found = this.catalogue.filter((variable) => words.every((word) => fold(`${variable.label} ${variable.name}`).includes(word)));
    this.list.replaceChildren(...found.map(option));
    this.said.textContent = `${found.length === 1 ? "1 variável" : `${found.length} variáveis`}${name.trim() ? ` com “${name.trim()}”` : ""}`;
    this.root.hidden = false;
  }

  place(editor) {
    const at = editor.view.coordsAtPos(this.range.from);
    const pane = this.root.offsetParent.getBoundingClientRect();
    const below = at.bottom - pane.top + 4;
    const fits = below + this.root.offsetHeight <= pane.height || at.top - pane.top < this.root.offsetHeight;
    this.root.style.top = `${fits ? below : at.top - pane.top - this.root.offsetHeight - 4}px`;
    this.root.style.left = `${Math.max(8, Math.min(at.left - pane.left, pane.width - this.root.offsetWidth - 8))}px`;
  }

  mark(editor, option) {
    this.current?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) editor.view.dom.setAttribute("aria-activedescendant", option.id);
    else editor.view.dom.removeAttribute("aria-activedescendant");
  }

  close(editor) {
    this.root.hidden = true;
    editor?.view.dom.removeAttribute("aria-activedescendant");
  }

  // Reports whether the key was for the menu.
  pressed(editor, key) {
    if (!this.isOpen) return false;
    const options = this.options;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && options.length) this.mark(editor, options[(options.indexOf(this.current) + step + options.length) % options.length]);
    else if ((key === "Enter" || key === "Tab") && this.current) this.choose(this.current);
    else if (key === "Escape") this.dismiss(editor);
    else return false;
    return true;
  }

  dismiss(editor) {
    this.dismissed = this.range.from;
    this.close(editor);
  }

  choose(option) {
    this.root.hidden = true;
    this.insert(this.range, option.dataset.name);
  }
}

// Returns the name being typed after two braces and its place with these, if the caret is in one.
function typedName({ $from, empty }) {
  if (!empty || !$from.parent.isTextblock) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, null, "\ufffc");
  const match = before.match(/\{\{([^{}\ufffc]{0,40})$/);
  return match && { from: $from.pos - match[0].length, to: $from.pos, name: match[1] };
}

function option(variable, index) {
  const element = document.createElement("div");
  const sample = document.createElement("small");
  Object.assign(element, { className: "option", id: `variavel-${index}` });
  element.dataset.name = variable.name;
  element.setAttribute("role", "option");
  element.setAttribute("aria-selected", "false");
  sample.textContent = variable.sample;
  element.append(variable.label, " ", sample);
  return element;
}
