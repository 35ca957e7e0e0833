// Boxes of a table: one for all of the page, ranges with Shift, a bar with what can be done, and
// once all of the page is picked, a second step to all that the filters find.
import { announce } from "./announce.js";

// The cell of a box is pressed for it, with Shift too.
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

  // Nobody acts on more than they see by a box that was left behind.
  offerEvery(possible) {
    this.every.closest("[data-every]").hidden = !possible;
    if (!possible) this.every.checked = false;
  }
});
