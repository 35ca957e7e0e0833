// The week of several professionals. Arrow keys move the focus between appointments, M asks for the new time of one. An
// appointment is moved to another day or professional by dragging it, or with Alt and the arrow keys and then Enter; it keeps
// its time unless it is dropped on a free one.
import { announce } from "./announce.js";
import { askMove, drag, fieldsOf, isMoveKey, ways } from "./moves.js";

customElements.define("x-semana", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this.pressed);
    this.addEventListener("pointerdown", this.grabbed);
    this.addEventListener("focusout", this.left);
  }

  get rows() {
    return [...this.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("[data-day]")].filter((cell) => cell.checkVisibility()));
  }

  placeOf(cell) {
    const rows = this.rows;
    const row = rows.findIndex((cells) => cells.includes(cell));
    return { rows, row, column: rows[row].indexOf(cell) };
  }

  pressed = (event) => {
    const block = event.target.closest(".appt");
    if (!block || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const way = ways[event.key];
    if (way && event.altKey) this.shift(block, ...way);
    else if (way) this.step(block, ...way);
    else if (event.key === "Enter" && this.moving) this.ask();
    else if (event.key === "Escape" && this.moving) this.cancel();
    else if (isMoveKey(event) && "moves" in this.dataset) askMove(block);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Focuses the next appointment of the cell, or the nearest one of the next cell that has any.
  step(block, across, down) {
    const cell = block.closest("td");
    const here = blocksOf(cell);
    const next = down && here[here.indexOf(block) + down];
    if (next) return next.focus();
    const { rows, row, column } = this.placeOf(cell);
    for (let by = 1; rows[row + by * down]?.[column + by * across]; by++) {
      const blocks = blocksOf(rows[row + by * down][column + by * across]);
      if (blocks.length) return blocks[down < 0 ? blocks.length - 1 : Math.min(across ? here.indexOf(block) : 0, blocks.length - 1)].focus();
    }
  }

  shift(block, across, down) {
    if (!("moves" in this.dataset)) return;
    this.begin(block);
    const { rows, row, column } = this.placeOf(this.moving.cell);
    this.place(rows[row + down]?.[column + across] ?? this.moving.cell);
    const { cell } = this.moving;
    const who = cell.parentElement.querySelector("th strong").textContent;
    announce(`${who}, ${cell.dataset.day.split("-").reverse().slice(0, 2).join("/")}, ${this.moving.clock}. Enter remarca, Esc cancela.`);
  }

  grabbed = (event) => {
    const block = event.target.closest(".appt");
    if (!block || !("moves" in this.dataset) || event.button !== 0 || event.pointerType === "touch") return;
    drag(event, {
      begin: () => this.begin(block),
      over: (under) => {
        const cell = under?.closest("[data-day]");
        if (cell && this.contains(cell)) this.place(cell, under.closest("a.free:not(.free-more)"));
      },
      end: (dropped) => (dropped ? this.ask() : this.cancel()),
    });
  };

  begin(block) {
    if (this.moving?.block === block) return;
    this.cancel();
    const ghost = document.createElement("div");
    ghost.className = "week-ghost";
    block.dataset.moving = "";
    this.moving = { block, ghost, cell: block.closest("td"), clock: block.querySelector("time").textContent };
  }

  place(cell, free) {
    const { block, ghost } = this.moving;
    this.moving.cell = cell;
    this.moving.free = free;
    this.moving.clock = free?.textContent ?? block.querySelector("time").textContent;
    ghost.textContent = this.moving.clock;
    cell.append(ghost);
  }

  // Opens the dialog with the new place, unless it is the old one.
  ask() {
    const { block, cell, free, clock } = this.moving;
    this.cancel();
    if (free) askMove(block, fieldsOf(free));
    else if (cell !== block.closest("td")) askMove(block, { consultation_date: `${cell.dataset.day}T${clock}`, professional_id: cell.parentElement.dataset.professional });
  }

  cancel() {
    if (!this.moving) return;
    this.moving.ghost.remove();
    delete this.moving.block.dataset.moving;
    this.moving = null;
    document.querySelector("x-vivo")?.catchUp();
  }

  left = (event) => {
    if (this.moving?.block === event.target) this.cancel();
  };
});

function blocksOf(cell) {
  return [...cell.querySelectorAll(".appt")];
}
