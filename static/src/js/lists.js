// Lists with filters: the number of results is announced; empty filters, and typed days of a period without typed days,
// stay out of the address. Links to another order, page or view of the list load a new page, where the focus continues
// if the link was activated by keyboard.
import { announce } from "./announce.js";

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.sourceElement.matches("[data-filters]")) return;
  const typed = ctx.sourceElement.querySelector(".filters-days");
  const isHidden = typed && getComputedStyle(typed).display === "none";
  for (const [name, value] of [...ctx.request.body]) {
    if (value === "" || (isHidden && typed.querySelector(`[name="${name}"]`))) ctx.request.body.delete(name);
  }
});

document.addEventListener("htmx:after:swap", ({ detail }) => {
  const source = detail.ctx?.sourceElement;
  if (source && !source.matches("[data-filters]")) return;
  announceResults();
});

function announceResults() {
  const count = document.querySelector("[data-results] [data-announce]");
  const nothing = document.querySelector("[data-results] .blank h2");
  if (count) announce(`Resultados: ${count.textContent}`);
  else if (nothing) announce(nothing.textContent);
}

const kept = "foco-da-lista";

document.addEventListener("click", (event) => {
  const link = event.target.closest(".list :is(.views, .chips, .sheet thead, .pager) a[href]");
  const byKey = event.detail === 0;
  if (link && byKey) sessionStorage.setItem(kept, JSON.stringify([link.pathname, placeOf(link)]));
});

function placeOf(link) {
  const head = link.closest("th");
  if (head) return `.sheet th:nth-child(${head.cellIndex + 1}) a`;
  if (link.closest(".views")) return ".views [aria-current]";
  if (link.closest(".chips")) return ".chip, [data-filters] [type=search]";
  return "[data-results] [data-row]";
}

function goOn() {
  const [path, place] = JSON.parse(sessionStorage.getItem(kept) ?? "[]");
  sessionStorage.removeItem(kept);
  if (path !== location.pathname) return;
  document.querySelector(place)?.focus();
  announceResults();
}

// Deferred, because the first access to sessionStorage blocks the page.
setTimeout(goOn);
