// Checkboxes of a table: one for the whole page, ranges with Shift, a bar with actions and, once
// the whole page is selected, a second step to all rows of the filter.
import { announce } from "./announce.js";

// A click in the cell of a checkbox counts as one on the checkbox, also with Shift.
function besides({ target, shiftKey }) {
  target.querySelector("input").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}

customElements.define("x-selecao", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("change", (event) => this.changed(event));
    this.refresh();
  }

  get boxes() {
    return [...this.querySelectorAll(".pick")];
  }

  get every() {
    return this.querySelector("[data-every] input");
  }

  clicked(event) {
    if (event.target.closest("[data-page]")) return this.set(this.boxes, true);
    if (event.target.closest("[data-clear]")) return this.set(this.boxes, false);
    if (event.target.matches(".box")) return besides(event);
    if (event.target.matches(".pick")) {
      if (event.shiftKey && this.last?.isConnected) this.set(this.between(this.last, event.target), event.target.checked);
      this.last = event.target;
    }
  }

  changed(event) {
    if (event.target.matches("[data-pick-all]")) return this.set(this.boxes, event.target.checked);
    if (event.target.matches(".pick") || event.target === this.every) this.refresh();
  }

  between(one, other) {
    const boxes = this.boxes;
    const [from, to] = [boxes.indexOf(one), boxes.indexOf(other)].sort((a, b) => a - b);
    return boxes.slice(from, to + 1);
  }

  set(boxes, checked) {
    for (const box of boxes) box.checked = checked;
    this.refresh();
  }

  refresh() {
    const boxes = this.boxes;
    const picked = boxes.filter((box) => box.checked).length;
    const all = this.querySelector("[data-pick-all]");
    if (all) {
      all.checked = picked > 0 && picked === boxes.length;
      all.indeterminate = picked > 0 && picked < boxes.length;
    }
    if (this.every) this.offerEvery(picked > 0 && picked === boxes.length);
    const bar = this.querySelector("[data-bar]");
    bar.hidden = picked === 0;
    const meant = this.every?.checked ? this.every.dataset.found : picked;
    const text = picked === 1 ? "1 selecionado" : `${meant} selecionados`;
    const count = bar.querySelector("[data-count]");
    if (picked > 0 && count.textContent !== text) announce(text);
    count.textContent = text;
  }

  // Unticks "all rows" when it is no longer offered, so that an action never covers unseen rows.
  offerEvery(possible) {
    this.every.closest("[data-every]").hidden = !possible;
    if (!possible) this.every.checked = false;
  }
});
