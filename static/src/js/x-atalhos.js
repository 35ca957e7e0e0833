// The keyboard map of the panel. Single keys are off while a field has the focus or a dialog is
// open, and can be turned off for good (WCAG 2.1.4).

import { openNeighbour } from "./neighbours.js";

const stored = "atalhos";

customElements.define("x-atalhos", class extends HTMLElement {
  connectedCallback() {
    this.help = this.querySelector("dialog");
    this.choice = this.querySelector("[data-single-keys]");
    this.help.addEventListener("beforetoggle", () => {
      this.choice.checked = areOn();
      this.list();
    });
    this.choice.addEventListener("change", () => localStorage.setItem(stored, this.choice.checked ? "ligados" : "desligados"));
    document.addEventListener("keydown", this.pressed);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.pressed);
  }

  pressed = (event) => {
    if (!areOn() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isField(event.target) || document.querySelector("dialog:modal, :popover-open:not(.toaster)")) return;
    if (this.act(event.key.toLowerCase(), event.shiftKey)) event.preventDefault();
  };

  act(key, shifted) {
    if (this.going) {
      this.going = false;
      return press(`[data-go="${CSS.escape(key)}"]`);
    }
    switch (key) {
      case "g": return this.expectTarget();
      case "j": return shifted ? extend(1) : step(1) || press('main [data-key="j"]');
      case "k": return shifted ? extend(-1) : step(-1) || press('main [data-key="k"]');
      case "x": return pick(shifted);
      case "escape": return press(".bulk:not([hidden]) [data-clear]") || press('main [data-key="escape"]');
      case "e": return edit() || press('main [data-key="e"]');
      case "z": return press('.toaster [data-key="z"]');
      case "?": this.help.showModal(); return true;
    }
    return pressInRow(key) || press(`main [data-key="${CSS.escape(key)}"]`);
  }

  // Lists the keys of the navigation, and those that only this page has.
  list() {
    const places = [...document.querySelectorAll(".nav [data-go]")];
    this.querySelector("[data-places]").replaceChildren(...places.flatMap((one) => [row("dt", key("g"), key(one.dataset.go)), row("dd", hidden("Ir para "), one.querySelector("span").textContent)]));
    const here = this.querySelector("[data-here]");
    const known = new Set([...this.querySelectorAll("[data-known] .kbd")].map((key) => key.textContent.toLowerCase()));
    const controls = [...document.querySelectorAll("main [data-key]")].filter((one) => !known.has(one.dataset.key) && one.checkVisibility());
    here.replaceChildren(...controls.flatMap((one) => [row("dt", key(one.dataset.key)), row("dd", nameOf(one))]));
    here.previousElementSibling.hidden = here.hidden = controls.length === 0;
  }

  // G waits only a short time for the second key.
  expectTarget() {
    this.going = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.going = false; }, 1500);
    return true;
  }
});

function row(tag, ...content) {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

function hidden(text) {
  const element = row("span", text);
  element.className = "sr-only";
  return element;
}

const arrows = { arrowleft: "←", arrowright: "→" };

function key(letter) {
  const shown = row("kbd", arrows[letter] ?? letter.toUpperCase());
  shown.className = "kbd";
  return shown;
}

// The name of a control without the letter that it shows.
function nameOf(control) {
  const label = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.placeholder;
  if (label) return label;
  const copy = control.cloneNode(true);
  for (const kbd of copy.querySelectorAll(".kbd, .count")) kbd.remove();
  return copy.textContent.trim();
}

// Read at each key instead of when the page loads, because the first access to localStorage is slow.
function areOn() {
  return localStorage.getItem(stored) !== "desligados";
}

function isField(element) {
  return element.isContentEditable || element.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])");
}

// Focuses a field, clicks any other element.
function press(selector) {
  const target = document.querySelector(selector);
  if (!target) return false;
  if (isField(target)) {
    target.focus();
    target.select?.();
  } else {
    if (target.type === "radio") target.focus();
    target.click();
  }
  return true;
}

function focusedRow() {
  return document.activeElement.closest("tr");
}

// Presses the button of the focused row that has the key.
function pressInRow(key) {
  const button = focusedRow()?.querySelector(`[data-row-key="${CSS.escape(key)}"]`);
  button?.click();
  return Boolean(button);
}

// With Shift, selects the rows from the last selected one.
function pick(shiftKey) {
  const box = focusedRow()?.querySelector(".pick");
  box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
  return Boolean(box);
}

// Edits the focused row, if its list has forms.
function edit() {
  const row = focusedRow()?.querySelector("[data-row]");
  const way = row && document.querySelector("x-gaveta[data-edit]")?.dataset.edit;
  if (way) location.assign(row.getAttribute("href") + way);
  return Boolean(way);
}

// With Shift, both the previous and the new row are selected.
function extend(by) {
  choose();
  const moved = step(by);
  choose();
  return moved;
}

function choose() {
  const box = focusedRow()?.querySelector(".pick");
  if (box && !box.checked) box.click();
}

// J and K move the focus between the links that open rows, so that Enter works natively. On a record they open the
// next or the previous one of its list.
function step(by) {
  const rows = [...document.querySelectorAll("main [data-row]")];
  if (rows.length === 0) return openNeighbour(by);
  const here = rows.indexOf(document.activeElement.closest("[data-row]") ?? focusedRow()?.querySelector("[data-row]"));
  const next = here < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(here + by, 0), rows.length - 1);
  rows[next].focus();
  return true;
}
