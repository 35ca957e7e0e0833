// Lists that htmx replaces: the count is read out, and unused filters stay out of the address.
import { announce } from "./announce.js";

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.sourceElement.matches("[data-filters]")) return;
  for (const [name, value] of [...ctx.request.body]) if (value === "") ctx.request.body.delete(name);
});

document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx?.sourceElement?.matches("[data-counts]")) return;
  const count = document.querySelector("[data-results] [data-announce]");
  if (count) announce(`Resultados: ${count.textContent}`);
});

// Without an answer nothing is replaced; say so where errors are read.
document.addEventListener("htmx:error", () => {
  const unreachable = document.getElementById("sem-resposta");
  document.getElementById("avisos").replaceChildren(unreachable.content.cloneNode(true));
});
