// The parts of a term: what models/templates allows, as extensions of TipTap.
import { Extension, InputRule, Node, PasteRule } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { Dropcursor, Gapcursor, UndoRedo } from "@tiptap/extensions";

// Returns the extensions; the catalogue has the variables of the term.
export function termSchema(catalogue) {
  return [
    Document, Text, Paragraph, TermHeading.configure({ levels: [1, 2, 3] }), Bold, Italic, Underline, HardBreak, HorizontalRule,
    BulletList, OrderedList, ListKeymap, ListItem.extend({ content: "paragraph (paragraph | bulletList | orderedList)*" }),
    UndoRedo, Dropcursor, Gapcursor, Alignment, Variable.configure({ catalogue }),
    block("pageBreak", "Quebra de página"), block("logo", "Logotipo da associação"),
  ];
}

// A heading of a term is one level below that of the page, which has the only h1.
const TermHeading = Heading.extend({
  parseHTML() {
    return [{ tag: "[data-level]", getAttrs: (element) => ({ level: Number(element.dataset.level) }) }, ...this.parent()];
  },
  renderHTML({ node, HTMLAttributes }) {
    return [`h${node.attrs.level + 1}`, { ...HTMLAttributes, "data-level": node.attrs.level }, 0];
  },
});

const Alignment = Extension.create({
  name: "alignment",
  addGlobalAttributes() {
    return [{ types: ["heading", "paragraph"], attributes: { textAlign: {
      default: null,
      parseHTML: (element) => ["center", "right", "justify"].find((align) => element.dataset.align === align) ?? null,
      renderHTML: ({ textAlign }) => (textAlign ? { "data-align": textAlign } : {}),
    } } }];
  },
});

// A variable is one character of the text; an unknown one is marked.
const Variable = Node.create({
  name: "variable",
  group: "inline",
  inline: true,
  atom: true,
  addOptions: () => ({ catalogue: [] }),
  addAttributes: () => ({ name: { parseHTML: (element) => element.dataset.variable, rendered: false } }),
  parseHTML: () => [{ tag: "span[data-variable]" }],
  renderHTML({ node }) {
    const known = this.options.catalogue.find((variable) => variable.name === node.attrs.name);
    return ["span", { class: "var", "data-variable": node.attrs.name, ...(known ? {} : { "data-bad": "" }) }, known?.label ?? node.attrs.name];
  },
  renderText: ({ node }) => `{{${node.attrs.name}}}`,
  addInputRules() {
    return [new InputRule({ find: /\{\{\s*([^{}\s][^{}]{0,59}?)\s*\}\}$/, handler: replaceBraces(this.type) })];
  },
  addPasteRules() {
    return [new PasteRule({ find: /\{\{\s*([^{}\s][^{}]{0,59}?)\s*\}\}/g, handler: replaceBraces(this.type) })];
  },
});

// Replaces a name in double braces by the variable.
function replaceBraces(type) {
  return ({ state, range, match }) => { state.tr.replaceWith(range.from, range.to, type.create({ name: match[1] })); };
}

function block(name, label) {
  return Node.create({
    name, group: "block", atom: true, selectable: true,
    parseHTML: () => [{ tag: `div[data-block=${name}]` }],
    renderHTML: () => ["div", { class: "t-auto", "data-block": name }, label],
  });
}
