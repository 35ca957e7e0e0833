// Checkboxes of a table: one for the whole page, ranges with Shift, a second step to all rows of the filter, and a bar
// with actions whose labels contain the number of rows.
import { announce } from "./announce.js";

// A click in the cell of a checkbox counts as one on the checkbox, also with Shift.
function besides({ target, shiftKey }) {
  target.querySelector("input").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}

const cents = (text) => Number(text.replace(/[.,]/g, ""));
const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
const sumOf = (amounts) => reais.format(amounts.map(cents).reduce((sum, amount) => sum + amount, 0) / 100);

// Shows or hides the rows of a group.
function unfold(button) {
  const isOpen = !button.closest("tbody").toggleAttribute("data-folded");
  button.setAttribute("aria-expanded", String(isOpen));
}

customElements.define("x-selecao", class extends HTMLElement {
  connectedCallback() {
    this.list = this.closest(".list");
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("click", (event) => this.pressed(event), true);
    this.addEventListener("change", (event) => this.changed(event));
    this.refresh();
  }

  disconnectedCallback() {
    this.list?.removeAttribute("data-selecting");
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
    const fold = event.target.closest("[data-fold]");
    if (fold) return unfold(fold);
    if (event.target.matches(".box")) return besides(event);
    if (event.target.matches(".pick")) {
      if (event.shiftKey && this.last?.isConnected) this.set(this.between(this.last, event.target), event.target.checked);
      this.last = event.target;
    }
  }

  // The key of an action without a selection is about the focused row.
  pressed(event) {
    if (!event.target.closest(".bulk [data-key]") || this.boxes.some((box) => box.checked)) return;
    const box = document.activeElement.closest("tr")?.querySelector(".pick");
    if (box) this.set([box], true);
    else event.preventDefault();
  }

  changed({ target }) {
    if (target.matches("[data-pick-group]")) return this.set([...target.closest("tbody").querySelectorAll(".pick:not([data-state])")], target.checked);
    if (target.matches("[data-pick-all]")) return this.set(this.boxes, target.checked);
    if (target === this.every && target.checked) return this.set(this.boxes, true);
    if (target.matches(".pick, [data-choice]") || target === this.every) this.refresh();
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
    const picked = boxes.filter((box) => box.checked);
    const isWholePage = picked.length > 0 && picked.length === boxes.length;
    const all = this.querySelector("[data-pick-all]");
    if (all) {
      all.checked = isWholePage;
      all.indeterminate = picked.length > 0 && !isWholePage;
    }
    // An action never covers unseen rows unless all of the page are selected.
    if (this.every && !isWholePage) this.every.checked = false;
    const isEvery = Boolean(this.every?.checked);
    this.showCount(picked, isEvery);
    this.showActs(picked, isEvery);
    this.list?.toggleAttribute("data-selecting", picked.length > 0);
    // The head of the table sticks below the bar, whose actions may wrap.
    this.style.setProperty("--bar", `${this.querySelector("[data-bar]").offsetHeight - 1}px`);
  }

  showCount(picked, isEvery) {
    const bar = this.querySelector("[data-bar]");
    bar.hidden = picked.length === 0;
    const text = !isEvery && picked.length === 1 ? "1 selecionado" : `${isEvery ? this.every.dataset.found : picked.length} selecionados`;
    const count = bar.querySelector("[data-count]");
    if (picked.length > 0 && count.textContent !== text) announce(text);
    count.textContent = text;
    const amounts = picked.flatMap((box) => box.dataset.amount ?? []);
    bar.querySelector("[data-sum]").textContent = isEvery || amounts.length === 0 ? "" : sumOf(amounts);
  }

  // Texts of buttons, and whether they are possible.
  showActs(picked, isEvery) {
    const number = isEvery ? this.every.dataset.found : String(picked.length);
    for (const act of this.querySelectorAll("[data-many]")) {
      const choice = act.closest("[data-choices]")?.querySelector("[data-choice]");
      const pattern = number === "1" ? act.dataset.one : act.dataset.many;
      const label = act.querySelector("[data-text]");
      label.dataset.text ||= label.textContent;
      label.textContent = choice?.value === "" ? label.dataset.text : pattern.replace("{n}", number).replace("{x}", choice?.value);
      const isTooMany = Number(act.dataset.limit) < (isEvery ? Infinity : picked.length);
      act.disabled = choice?.value === "" || isTooMany;
      act.title = isTooMany ? `No máximo ${act.dataset.limit} de cada vez` : "";
    }
    for (const move of this.querySelectorAll("[data-from]:has([data-able])")) this.showMove(move, picked, isEvery);
  }

  // Shows how many of the selected rows can be moved; unknown for rows of other pages.
  showMove(move, picked, isEvery) {
    const from = move.dataset.from.split("|");
    const able = picked.filter((box) => from.includes(box.dataset.state)).length;
    const more = move.hasAttribute("data-ask") ? "…" : "";
    move.querySelector("[data-able]").textContent = isEvery ? more : able > 0 ? `${able} de ${picked.length}${more}` : `nenhum dos ${picked.length}`;
    if (isEvery || able > 0) move.removeAttribute("aria-disabled");
    else move.setAttribute("aria-disabled", "true");
  }
});
