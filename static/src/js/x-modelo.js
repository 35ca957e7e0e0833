// The editor of a term: the text, its tools, the menu of variables, the problems, the draft and the preview.
import { Editor } from "@tiptap/core";
import { TermDraft } from "./term-draft.js";
import { TermMenu } from "./term-menu.js";
import { TermPreview } from "./term-preview.js";
import { TermProblems } from "./term-problems.js";
import { termSchema } from "./term-schema.js";

// What each tool does, by its data-command.
const commands = {
  undo: (chain) => chain.undo(),
  redo: (chain) => chain.redo(),
  bold: (chain) => chain.toggleBold(),
  italic: (chain) => chain.toggleItalic(),
  underline: (chain) => chain.toggleUnderline(),
  letters: (chain) => chain.toggleOrderedList().updateAttributes("orderedList", { type: "a" }),
  bullets: (chain) => chain.toggleBulletList(),
  rule: (chain) => chain.setHorizontalRule(),
  pageBreak: (chain) => chain.insertContent({ type: "pageBreak" }),
  logo: (chain) => chain.insertContent({ type: "logo" }),
  variable: (chain) => chain.insertContent("{{"),
  style: (chain, level) => (level ? chain.setHeading({ level: Number(level) }) : chain.setParagraph()),
  align: (chain, align) => chain.updateAttributes("heading", { textAlign: align || null }).updateAttributes("paragraph", { textAlign: align || null }),
};

// The name under which the editor reports that a tool is on.
const marks = { bold: "bold", italic: "italic", underline: "underline", letters: "orderedList", bullets: "bulletList" };

customElements.define("x-modelo", class extends HTMLElement {
  connectedCallback() {
    const catalogue = JSON.parse(this.dataset.catalogue);
    this.place = this.querySelector("[data-text]");
    this.menu = new TermMenu(this.querySelector("[data-menu]"), catalogue, (range, name) => this.insert(range, name));
    this.problems = new TermProblems(this.querySelector("[data-problems]"), catalogue, (problem, name) => this.solve(problem, name));
    this.preview = new TermPreview(this.querySelector("[data-preview]"));
    this.draft = new TermDraft({
      address: this.dataset.address, version: this.dataset.version, said: document.querySelector("[data-saved]"),
      content: () => this.editor.getJSON(), saved: () => this.preview.update(),
    });
    this.edit(catalogue);
    this.listen();
  }

  disconnectedCallback() {
    this.editor.destroy();
    removeEventListener("beforeunload", this.leaving);
    document.removeEventListener("click", this.publishing, { capture: true });
    document.removeEventListener("click", this.choosing);
  }

  edit(catalogue) {
    this.place.replaceChildren();
    this.editor = new Editor({
      element: this.place, extensions: termSchema(catalogue), content: JSON.parse(this.dataset.content), injectCSS: false,
      editorProps: {
        attributes: { role: "textbox", "aria-multiline": "true", "aria-label": this.place.dataset.label, "aria-controls": "variaveis", class: "t-doc" },
        handleKeyDown: (_, event) => this.menu.pressed(this.editor, event.key),
      },
      onUpdate: () => { this.problems.update(this.editor.state.doc); this.draft.changed(); },
      onTransaction: ({ editor }) => { this.showTools(editor); this.menu.update(editor); },
      onBlur: ({ editor }) => this.menu.close(editor),
    });
    this.problems.update(this.editor.state.doc);
    this.showTools(this.editor);
    this.dataset.ready = "";
  }

  listen() {
    const tools = this.querySelector("[data-tools]");
    tools.hidden = false;
    tools.addEventListener("click", (event) => this.run(event.target.closest("button[data-command]")));
    tools.addEventListener("change", (event) => this.run(event.target));
    this.querySelector("[data-panes]").addEventListener("click", (event) => this.turn(event.target.closest("button")));
    addEventListener("beforeunload", this.leaving);
    document.addEventListener("click", this.publishing, { capture: true });
    document.addEventListener("click", this.choosing);
  }

  run(tool) {
    if (!tool) return;
    commands[tool.dataset.command](this.editor.chain().focus(), tool.value).run();
  }

  showTools(editor) {
    for (const [command, name] of Object.entries(marks)) {
      this.querySelector(`[data-command=${command}]`).setAttribute("aria-pressed", String(editor.isActive(name)));
    }
    const { level = "", textAlign } = { ...editor.getAttributes("paragraph"), ...editor.getAttributes("heading") };
    this.querySelector("[data-command=style]").value = level;
    this.querySelector("[data-command=align]").value = textAlign ?? "";
  }

  // On narrow screens one of the two panes is shown.
  turn(button) {
    if (!button) return;
    this.dataset.pane = button.value;
    for (const one of button.parentElement.children) one.setAttribute("aria-pressed", String(one === button));
  }

  insert(range, name) {
    this.editor.chain().focus().insertContentAt(range, { type: "variable", attrs: { name } }).run();
  }

  // Selects an unknown variable, or replaces it by a known one.
  solve({ position }, name) {
    const chain = this.editor.chain().focus();
    if (name) chain.insertContentAt({ from: position, to: position + 1 }, { type: "variable", attrs: { name } }).run();
    else chain.setNodeSelection(position).scrollIntoView().run();
  }

  leaving = (event) => { if (this.draft.isDirty) event.preventDefault(); };

  // A draft is published once it is saved and has no problems.
  publishing = async (event) => {
    const link = event.target.closest("[data-draft]");
    if (!link) return;
    if ("publish" in link.dataset && this.problems.found.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      return this.problems.focus();
    }
    if (!this.draft.isDirty) return;
    event.preventDefault();
    event.stopPropagation();
    if (await this.draft.save()) link.click();
  };

  choosing = (event) => {
    const choice = event.target.closest("[data-choice] button");
    if (choice?.value === "keep") this.draft.keep();
    else if (choice) { this.draft.isDirty = false; location.reload(); }
  };
});
