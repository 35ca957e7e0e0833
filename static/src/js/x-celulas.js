// Pencils in the cells of a list. A row gets them on hover or focus, so that the list is rendered
// without; pressing one requests the form of the value from the server.
import htmx from "htmx.org";
import { holdsUnsaved } from "./forms.js";
import { asPart } from "./rows.js";

const wide = matchMedia("(min-width: 48rem)");
const tick = 1500;

customElements.define("x-celulas", class extends HTMLElement {
  connectedCallback() {
    this.pattern = this.querySelector("template").content.firstElementChild;
    this.editor = this.querySelector("[popover]");
    this.editor.addEventListener("focusout", (event) => this.lost(event.relatedTarget));
    this.addEventListener("x-editar:left", () => this.close().focus());
    // Deferred until htmx has swapped in the answer.
    this.addEventListener("x-editar:saved", (event) => setTimeout(() => this.saved(event.target)));
    for (const type of ["pointerover", "focusin"]) document.addEventListener(type, this.came);
  }

  disconnectedCallback() {
    for (const type of ["pointerover", "focusin"]) document.removeEventListener(type, this.came);
  }

  get isOpen() {
    return this.editor.matches(":popover-open");
  }

  // Touch screens have no hover: a tap opens the drawer. A focused pencil stays, wherever the
  // pointer moves.
  came = ({ target, type, pointerType }) => {
    if (!wide.matches || this.isOpen || pointerType === "touch") return;
    const row = target.closest?.("[data-results] tbody tr") ?? null;
    if (row === this.row || (type === "pointerover" && this.row?.querySelector(".cell-pencil:focus"))) return;
    this.disarm();
    if (row?.querySelector("[data-row]")) this.arm(row);
  };

  arm(row) {
    this.row = row;
    const name = row.querySelector(".lead > span:last-child").textContent;
    for (const head of row.closest("table").querySelectorAll("th[data-field]")) {
      const cell = row.cells[head.cellIndex];
      cell.toggleAttribute("data-blank", cell.textContent === "");
      cell.dataset.armed = head.dataset.field;
      cell.append(this.pencil(`Mudar ${head.textContent.trim().toLowerCase()} de ${name}`));
    }
  }

  disarm() {
    for (const cell of this.row?.querySelectorAll("[data-armed]") ?? []) {
      cell.querySelector(".cell-pencil").remove();
      delete cell.dataset.armed;
      delete cell.dataset.blank;
    }
    this.row = null;
  }

  pencil(label) {
    const pencil = this.pattern.cloneNode(true);
    pencil.setAttribute("aria-label", label);
    pencil.title = label;
    pencil.addEventListener("click", () => this.edit(pencil));
    return pencil;
  }

  async edit(pencil) {
    const cell = pencil.parentElement;
    const address = this.row.querySelector("[data-row]").getAttribute("href");
    const answer = await fetch(`${address}/campos/${cell.dataset.armed}`, { headers: asPart }).catch(() => null);
    // For an error, open the record's own page.
    if (!answer?.ok) return location.assign(`${address}/editar`);
    const form = await answer.text();
    if (!pencil.isConnected || this.isOpen) return;
    this.edited = pencil;
    this.editor.setAttribute("aria-label", pencil.title);
    this.editor.showPopover({ source: pencil });
    this.editor.innerHTML = form;
    htmx.process(this.editor);
  }

  // Leaving an editor without typed changes closes it.
  lost(to) {
    if (!this.isOpen || this.editor.contains(to) || holdsUnsaved(this.editor) || this.editor.querySelector("[data-sending]")) return;
    this.close();
  }

  close() {
    this.editor.hidePopover();
    this.editor.replaceChildren();
    return this.edited;
  }

  saved(editor) {
    const text = editor.querySelector("[data-value]").textContent;
    const done = editor.querySelector(".editable-saved");
    const pencil = this.close();
    const cell = pencil.parentElement;
    cell.replaceChildren(text === "–" ? "" : text, pencil, done);
    cell.toggleAttribute("data-blank", text === "–");
    cell.dataset.saved = "";
    pencil.focus();
    setTimeout(() => {
      done.remove();
      delete cell.dataset.saved;
    }, tick);
  }
});
