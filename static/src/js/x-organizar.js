// Arranges the cards of the day page: by their buttons, by Alt and the arrow keys, and by dragging. Nothing is sent before the
// form is; Escape gives everything up.
import { announce } from "./announce.js";

customElements.define("x-organizar", class extends HTMLElement {
  connectedCallback() {
    this.on = this.querySelector("[data-on]");
    this.off = this.querySelector("[data-off]");
    this.form = this.querySelector("form");
    this.addEventListener("click", (event) => this.clicked(event));
    this.addEventListener("keydown", (event) => this.pressed(event));
    this.addEventListener("pointerdown", (event) => this.grabbed(event));
    document.addEventListener("keydown", this.escaped);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.escaped);
  }

  get cards() {
    return [...this.on.children];
  }

  clicked(event) {
    const button = event.target.closest("button");
    const card = button?.closest("[data-card]");
    if (!card) return;
    event.preventDefault();
    const { moves, sets } = button.dataset;
    if (moves) this.move(card, this.cards.indexOf(card) + Number(moves), button);
    if (sets) this.widen(card, sets);
    if ("hides" in button.dataset) this.toggle(card, true);
    if ("shows" in button.dataset) this.toggle(card, false);
  }

  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const card = event.target.closest("[data-on] > [data-card]");
    if (!step || !event.altKey || !card) return;
    event.preventDefault();
    this.move(card, this.cards.indexOf(card) + step, document.activeElement);
  }

  escaped = (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open], :popover-open:not(.toaster)")) return;
    delete this.form.dataset.unsaved;
    location.assign(this.dataset.back);
  };

  move(card, to, focus) {
    const others = this.cards.filter((other) => other !== card);
    if (to < 0 || to > others.length) return;
    this.on.insertBefore(card, others[to] ?? null);
    focus?.focus();
    this.changed();
    announce(`${card.querySelector("h2").textContent}: posição ${to + 1} de ${this.cards.length}.`);
  }

  widen(card, width) {
    card.dataset.width = width;
    for (const button of card.querySelectorAll("[data-sets]")) button.setAttribute("aria-pressed", String(button.dataset.sets === width));
    this.write(card);
  }

  toggle(card, hidden) {
    card.toggleAttribute("data-hidden", hidden);
    (hidden ? this.off : this.on).append(card);
    this.off.hidden = !this.off.querySelector("[data-card]");
    this.write(card);
    card.querySelector(hidden ? "[data-shows]" : "[data-hides]").focus();
  }

  write(card) {
    const { card: name, width } = card.dataset;
    card.querySelector("input[name=cartao]").value = `${name}:${width}${"hidden" in card.dataset ? ":off" : ""}`;
    this.changed();
  }

  changed() {
    this.form.dataset.unsaved = "";
  }

  grabbed(event) {
    const handle = event.target.closest("[data-handle]");
    if (!handle || event.button !== 0) return;
    event.preventDefault();
    const card = handle.closest("[data-card]");
    handle.setPointerCapture(event.pointerId);
    card.dataset.dragged = "";
    const under = ({ clientX, clientY }) => document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-on] > [data-card]")).find((other) => other && other !== card);
    let target;
    const follow = (moved) => {
      delete target?.dataset.over;
      target = under(moved);
      if (target) target.dataset.over = "";
    };
    const drop = ({ type }) => {
      handle.removeEventListener("pointermove", follow);
      delete card.dataset.dragged;
      delete target?.dataset.over;
      if (type === "pointerup" && target) this.move(card, this.cards.indexOf(target));
    };
    handle.addEventListener("pointermove", follow);
    for (const type of ["pointerup", "pointercancel"]) handle.addEventListener(type, drop, { once: true });
  }
});
