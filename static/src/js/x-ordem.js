// Puts rows in order: by dragging a handle, or with Alt and the arrow keys inside a row. The server moves the row, as the
// items of its menu do.
import { announce } from "./announce.js";

customElements.define("x-ordem", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("pointerdown", (event) => this.grabbed(event));
  }

  get rows() {
    return [...this.querySelectorAll("[data-part]")];
  }

  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest("[data-part]");
    if (!step || !event.altKey || !row || event.target.closest("[popover], dialog")) return;
    event.preventDefault();
    const from = this.rows.indexOf(row);
    this.move(from, from + step);
  }

  grabbed(event) {
    const handle = event.target.closest("[data-handle]");
    if (!handle || event.button !== 0) return;
    event.preventDefault();
    const row = handle.closest("[data-part]");
    handle.setPointerCapture(event.pointerId);
    row.dataset.dragged = "";
    const follow = ({ clientY }) => this.mark(row, clientY);
    const drop = ({ type }) => {
      handle.removeEventListener("pointermove", follow);
      const [from, to] = [this.rows.indexOf(row), this.target];
      this.clear();
      if (type === "pointerup") this.move(from, to);
    };
    handle.addEventListener("pointermove", follow);
    for (const type of ["pointerup", "pointercancel"]) handle.addEventListener(type, drop, { once: true });
  }

  // Marks the edge at which the row would be dropped.
  mark(row, y) {
    const rows = this.rows;
    const others = rows.filter((other) => other !== row);
    const above = others.filter((other) => { const { top, height } = other.getBoundingClientRect(); return top + height / 2 < y; });
    this.target = above.length;
    for (const other of others) delete other.dataset.edge;
    if (this.target === rows.indexOf(row)) return;
    if (above.length < others.length) others[above.length].dataset.edge = "above";
    else others.at(-1).dataset.edge = "below";
  }

  clear() {
    delete this.target;
    for (const row of this.rows) {
      delete row.dataset.edge;
      delete row.dataset.dragged;
    }
  }

  move(from, to) {
    const rows = this.rows;
    if (!(to >= 0 && to < rows.length) || to === from) return;
    announce(`${rows[from].getAttribute("aria-label")}: posição ${to + 1} de ${rows.length}`);
    const button = this.querySelector("[data-move]");
    button.value = `mover:${this.dataset.key}:${from}:${to}`;
    // The moved row gets the focus, not the field that now has the id of the focused one.
    document.activeElement?.blur();
    button.click();
  }
});
