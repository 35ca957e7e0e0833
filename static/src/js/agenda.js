// The script of the agenda's pages, beside app.js.
import { focusClosed } from "./closed.js";
import "./x-bandeja.js";
import "./x-horas.js";
import "./x-semana.js";
import "./x-soma.js";

focusClosed([...document.querySelectorAll("#agenda a")].filter((link) => link.checkVisibility()));

// Escape closes the record beside the agenda.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog:modal, :popover-open:not(.toaster)")) return;
  document.querySelector("[data-dock-close]")?.click();
});
