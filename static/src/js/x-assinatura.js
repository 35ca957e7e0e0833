// The sheet for signing: the signature is drawn, or the name is typed. The form with the name is on the page, for
// browsers without scripts or without drawing, and moves into the sheet.
import { canDraw, frameOf, fromPad, isEnough, keep, padOn, read } from "./strokes.js";

customElements.define("x-assinatura", class extends HTMLElement {
  connectedCallback() {
    if (!canDraw()) return this.setAttribute("data-plain", "");
    this.sheet = this.querySelector("dialog");
    this.canvas = this.querySelector("canvas");
    this.strokes = read(this.dataset.key);
    this.style.minHeight = `${this.offsetHeight}px`; // what follows stays in its place
    this.sheet.append(this.querySelector("form"));
    for (const part of this.querySelectorAll("[data-scripted]")) part.hidden = false;
    this.addEventListener("click", (event) => this[event.target.closest("[data-do]")?.dataset.do]?.());
    this.sheet.addEventListener("cancel", (event) => { event.preventDefault(); this.leave(); });
    this.mirror(this.querySelector("[name=typed_name]"), this.querySelector("[data-preview]"));
    this.show(this.dataset.start);
    this.sheet.showModal();
    this.watch = new ResizeObserver(() => this.place());
    this.watch.observe(this.canvas.parentElement);
  }

  disconnectedCallback() {
    this.watch?.disconnect();
    this.pad?.off();
  }

  mirror(field, preview) {
    const update = () => { preview.textContent = field.value; };
    field.addEventListener("input", update);
    update();
  }

  show(panel) {
    this.sheet.dataset.panel = panel;
  }

  draw() {
    this.show("draw");
    this.say("");
  }

  type() {
    this.show("type");
    this.querySelector("[name=typed_name]").focus();
  }

  // Lays the drawing out again with its strokes. A new size ends the stroke that is being drawn.
  place() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.collect();
    this.pad?.off();
    const ratio = Math.max(devicePixelRatio, 1);
    Object.assign(this.canvas, { width: width * ratio, height: height * ratio });
    this.canvas.getContext("2d").scale(ratio, ratio);
    this.frame = frameOf(this.strokes, width, height);
    this.pad = padOn(this.canvas, this.strokes, this.frame);
    this.pad.addEventListener("beginStroke", () => this.say(""));
    this.pad.addEventListener("endStroke", () => { this.collect(); keep(this.dataset.key, this.strokes); });
  }

  collect() {
    if (!this.pad) return;
    this.strokes = fromPad(this.pad.toData(), this.frame);
  }

  replace(strokes) {
    this.strokes = strokes;
    keep(this.dataset.key, strokes);
    this.pad.off();
    this.pad = null;
    this.place();
  }

  undo() {
    this.replace(this.strokes.slice(0, -1));
  }

  clear() {
    this.replace([]);
  }

  use() {
    if (!isEnough(this.strokes)) return this.say("Desenhe sua assinatura ou escolha Digitar.");
    location.assign(this.dataset.next);
  }

  leave() {
    location.replace(this.dataset.back);
  }

  say(problem) {
    this.querySelector("[data-problem]").textContent = problem;
  }
});
