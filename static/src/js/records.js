// Records that a prepared message was opened, on its way to the other program.
import { announce } from "./announce.js";

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-records]");
  if (!link?.dataset.records) return;
  const { pathname, searchParams } = new URL(link.dataset.records, location.href);
  fetch(pathname, { method: "POST", body: searchParams, keepalive: true, headers: { "HX-Request": "true" } })
    .then((answer) => {
      if (!answer.ok) return;
      link.dataset.recorded = "";
      announce("Lembrete aberto");
    })
    .catch(() => {});
});
