// What the grids of the agenda share: the dialog "Remarcar" of a service, and how keys and pointers find places.
export const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// Opens the dialog with the values of its fields; the server moves the service.
export function askMove(link, fields = {}) {
  const dialogs = document.querySelector("x-pergunta");
  dialogs.opener = link;
  dialogs.open(`${new URL(link.href).pathname}/remarcar?${new URLSearchParams({ ...fields, volta: location.pathname + location.search })}`);
}

// The fields of the dialog for a link to a free time.
export function fieldsOf(free) {
  const query = new URL(free.href).searchParams;
  return { consultation_date: query.get("quando"), professional_id: query.get("profissional") };
}

// Reports whether the event is the single key M, which people can turn off.
export function isMoveKey(event) {
  return event.key.toLowerCase() === "m" && !event.altKey && localStorage.getItem("atalhos") !== "desligados";
}

// The click after a drop would open the link.
export function swallowClick() {
  const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

// Follows a pressed mouse or pen: begin once it moves, over with each place, end with whether it was dropped.
export function drag(event, { begin, over, end }) {
  const start = { x: event.clientX, y: event.clientY };
  let moves = false;
  const follow = (at) => {
    if (!moves && Math.hypot(at.clientX - start.x, at.clientY - start.y) < 5) return;
    if (!moves) begin();
    moves = true;
    over(document.elementFromPoint(at.clientX, at.clientY));
  };
  const finish = (at) => {
    if (at.type === "keydown" && at.key !== "Escape") return;
    for (const [name, handle] of handlers) document.removeEventListener(name, handle, true);
    if (!moves) return;
    if (at.type !== "keydown") swallowClick();
    end(at.type === "pointerup");
  };
  const handlers = [["pointermove", follow], ["pointerup", finish], ["pointercancel", finish], ["keydown", finish]];
  for (const [name, handle] of handlers) document.addEventListener(name, handle, true);
}
