// The tray of services without a date. One is given a date by dragging it to a free time of the grid, or with Enter, the arrow
// keys, which then go from one free time to the next, and Enter again.
import { announce } from "./announce.js";
import { askMove, drag, fieldsOf, isMoveKey, ways } from "./moves.js";

const free = "#agenda-grade :is(a.free:not(.free-more), a.hours-free)";

customElements.define("x-bandeja", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("keydown", this.pressed);
    this.addEventListener("pointerdown", this.grabbed);
  }

  disconnectedCallback() {
    this.end();
  }

  get places() {
    return [...document.querySelectorAll(free)].filter((one) => one.checkVisibility());
  }

  pressed = (event) => {
    const item = event.target.closest("a[data-row]");
    if (!item || !("moves" in this.dataset) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (event.key === "Enter" && this.places.length) this.begin(item, this.places[0]);
    else if (isMoveKey(event)) askMove(item);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  begin(item, place) {
    item.dataset.moving = "";
    this.item = item;
    document.addEventListener("keydown", this.placing, true);
    place.focus();
    announce("Escolha um horário livre com as setas. Enter marca, Esc cancela.");
  }

  placing = (event) => {
    const here = document.activeElement;
    const { item } = this;
    if (ways[event.key]) nearest(this.places, here, ...ways[event.key])?.focus();
    else if (event.key === "Enter" && here.matches(free)) {
      this.end();
      askMove(item, fieldsOf(here));
    } else if (event.key === "Escape") {
      this.end();
      item.focus();
    } else return this.end();
    event.preventDefault();
    event.stopPropagation();
  };

  end() {
    document.removeEventListener("keydown", this.placing, true);
    if (!this.item) return;
    delete this.item.dataset.moving;
    this.item = null;
  }

  grabbed = (event) => {
    const item = event.target.closest("a[data-row]");
    if (!item || !("moves" in this.dataset) || event.button !== 0 || event.pointerType === "touch") return;
    let place = null;
    const mark = (next) => {
      place?.removeAttribute("data-over");
      place = next;
      place?.setAttribute("data-over", "");
    };
    drag(event, {
      begin: () => { item.dataset.moving = ""; },
      over: (under) => mark(under?.closest(free)),
      end: (dropped) => {
        const chosen = place;
        mark(null);
        delete item.dataset.moving;
        if (dropped && chosen) askMove(item, fieldsOf(chosen));
      },
    });
  };
});

// The nearest place in a direction: along it first, then across it.
function nearest(places, here, across, down) {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(here);
  const far = (one) => {
    const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
    const [along, beside] = across ? [dx * across, Math.abs(dy)] : [dy * down, Math.abs(dx)];
    return along > 1 ? along + 3 * beside : Infinity;
  };
  const [next] = places.filter((one) => one !== here && far(one) < Infinity).sort((a, b) => far(a) - far(b));
  return next;
}
