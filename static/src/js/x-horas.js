// The time grid of the agenda. Arrow keys move the focus between its blocks. A block is moved by dragging it (with a finger
// after a long press, so that the page can still be scrolled), or with Alt and the arrow keys and then Enter; all open the
// dialog "Remarcar" with the new time, and the server moves the service.
import { announce } from "./announce.js";
import { askMove, isMoveKey, swallowClick, ways } from "./moves.js";

const rowsOfHour = 12;
const step = 3; // rows: a quarter of an hour
const placing = /^[hmtu]\d+$/;
const longPress = 400; // milliseconds
const slip = { mouse: 5, touch: 10 }; // pixels that a pressed pointer may move by accident

customElements.define("x-horas", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this.pressed);
    this.addEventListener("pointerdown", this.grabbed);
    this.addEventListener("focusout", this.left);
    // What the browser does with a finger: it scrolls, shows the menu of the link and opens it.
    for (const type of ["touchmove", "touchend", "contextmenu"]) this.addEventListener(type, this.held, { passive: false });
    this.opened = performance.now();
    this.timer = setInterval(() => this.showNow(), 30_000);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  get columns() {
    return [...this.querySelectorAll("[data-rows]")].filter((column) => column.checkVisibility());
  }

  // The row of midnight is 0.
  get range() {
    const [first, hours] = ["f", "n"].map((name) => Number([...this.classList].find((one) => one.startsWith(name)).slice(1)));
    return { from: first * rowsOfHour, to: (first + hours) * rowsOfHour };
  }

  pressed = (event) => {
    const block = event.target.closest(".ev");
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

  // Focuses the next block of the column, or that of the column beside it that begins nearest.
  step(block, across, down) {
    const columns = this.columns;
    const here = columns.indexOf(block.closest("[data-rows]"));
    const blocks = blocksOf(columns[here]);
    if (down) return blocks[blocks.indexOf(block) + down]?.focus();
    for (let next = here + across; columns[next]; next += across) {
      const near = blocksOf(columns[next]).sort((a, b) => Math.abs(rowOf(a) - rowOf(block)) - Math.abs(rowOf(b) - rowOf(block)))[0];
      if (near) return near.focus();
    }
  }

  shift(block, across, down) {
    if (!("moves" in this.dataset)) return;
    this.begin(block);
    const columns = this.columns;
    const column = columns[columns.indexOf(this.moving.column) + across] ?? this.moving.column;
    this.place(column, this.moving.row + down * step);
    const { day } = column.parentElement.dataset;
    announce(`${column.parentElement.getAttribute("aria-label")}, ${day.split("-").reverse().slice(0, 2).join("/")}, ${clock(this.moving.row)}. Enter remarca, Esc cancela.`);
  }

  grabbed = (event) => {
    const block = event.target.closest(".ev");
    if (!block || !("moves" in this.dataset) || event.button !== 0) return;
    this.lifted = false;
    const byTouch = event.pointerType === "touch";
    const start = { x: event.clientX, y: event.clientY };
    const pressed = byTouch && setTimeout(() => this.lift(block), longPress);
    block.dataset.pressed = "";
    const follow = (at) => {
      const isStill = Math.hypot(at.clientX - start.x, at.clientY - start.y) < slip[byTouch ? "touch" : "mouse"];
      if (!this.moving && byTouch && !isStill) return end(at);
      if (!this.moving && (byTouch || isStill)) return;
      this.begin(block);
      const column = this.columns.find((one) => { const { left, right } = one.getBoundingClientRect(); return at.clientX >= left && at.clientX < right; });
      const height = this.columns[0].getBoundingClientRect().height / (this.range.to - this.range.from);
      const row = rowOf(block) + (at.clientY - start.y + this.scrolled - this.scrolledAt) / height;
      this.place(column ?? this.moving.column, Math.round(row / step) * step);
    };
    let dropped = false;
    const end = (at) => {
      clearTimeout(pressed);
      delete block.dataset.pressed;
      for (const [name, handle] of handlers) document.removeEventListener(name, handle, true);
      if (this.moving || dropped) swallowClick();
      if (this.moving && at.type === "pointerup") this.ask();
      else this.cancel();
    };
    const escape = (key) => {
      if (key.key !== "Escape") return;
      this.cancel();
      dropped = true;
      document.removeEventListener("pointermove", follow, true);
    };
    const handlers = [["pointermove", follow], ["pointerup", end], ["pointercancel", end], ["keydown", escape]];
    this.scrolledAt = this.scrolled;
    for (const [name, handle] of handlers) document.addEventListener(name, handle, true);
  };

  // Picks a block up with a finger.
  lift(block) {
    if (!block.isConnected) return;
    this.lifted = true;
    block.focus({ preventScroll: true });
    this.begin(block);
    this.place(this.moving.column, this.moving.row);
  }

  held = (event) => {
    if (this.lifted) event.preventDefault();
    if (event.type === "touchend") this.lifted = false;
  };

  get scrolled() {
    return this.parentElement.scrollTop + scrollY;
  }

  begin(block) {
    if (this.moving?.block === block) return;
    this.cancel();
    const ghost = document.createElement("div");
    ghost.className = "hours-ghost";
    block.dataset.moving = "";
    this.moving = { block, ghost, column: block.closest("[data-rows]"), row: rowOf(block) };
  }

  place(column, row) {
    const { block, ghost } = this.moving;
    const { from, to } = this.range;
    this.moving.row = Math.min(Math.max(row, from), to - step);
    this.moving.column = column;
    const size = [...block.classList].filter((one) => /^[tu]\d+$/.test(one));
    ghost.className = ["hours-ghost", ...placeOf(this.moving.row), ...size].join(" ");
    ghost.textContent = clock(this.moving.row);
    column.append(ghost);
    ghost.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Opens the dialog with the new time, unless the block is where it was.
  ask() {
    const { block, column, row } = this.moving;
    const isSame = column === block.closest("[data-rows]") && row === rowOf(block);
    this.cancel();
    if (isSame) return;
    const { day, professional } = column.parentElement.dataset;
    askMove(block, { consultation_date: `${day}T${clock(row)}`, professional_id: professional });
  }

  cancel() {
    this.moving?.ghost.remove();
    delete this.moving?.block.dataset.moving;
    this.moving = null;
    document.querySelector("x-vivo")?.catchUp();
  }

  left = (event) => {
    if (this.moving?.block === event.target) this.cancel();
  };

  showNow() {
    const line = this.querySelector(".hours-now");
    if (!line) return;
    const minutes = Number(this.dataset.now) + Math.floor((performance.now() - this.opened) / 60_000);
    line.className = ["hours-now", ...placeOf(Math.floor(minutes / 5)), "u1"].join(" ");
  }
});

function blocksOf(column) {
  return [...column.querySelectorAll(".ev")];
}

function placeOf(row) {
  return [`h${Math.floor(row / rowsOfHour)}`, `m${row % rowsOfHour}`];
}

function rowOf(block) {
  const [hour, rest] = ["h", "m"].map((name) => Number([...block.classList].find((one) => placing.test(one) && one.startsWith(name)).slice(1)));
  return hour * rowsOfHour + rest;
}

function clock(row) {
  const minutes = row * 5;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
