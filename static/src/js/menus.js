// Menus are native popovers; this adds the rest of the ARIA pattern: opening moves the focus in,
// arrow keys, Home, End and letters move it, Tab closes.
import { fold } from "./fold.js";

const items = (menu) => [...menu.querySelectorAll("[role^=menuitem]")];

// toggle does not bubble, but it can be captured.
document.addEventListener("toggle", (event) => {
  const menu = event.target;
  if (!menu.matches?.(".menu[popover]")) return;
  const opener = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`);
  opener?.setAttribute("aria-expanded", String(event.newState === "open"));
  if (event.newState === "open") items(menu)[0]?.focus();
}, true);

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.(".menu[popover]");
  if (!menu) return;
  const all = items(menu);
  const here = all.indexOf(document.activeElement);
  const go = (index) => { event.preventDefault(); all.at(index % all.length)?.focus(); };
  switch (event.key) {
    case "ArrowDown": return go(here + 1);
    case "ArrowUp": return go(here - 1);
    case "Home": return go(0);
    case "End": return go(-1);
    case "Tab": return menu.hidePopover();
  }
  if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const after = [...all.slice(here + 1), ...all.slice(0, here + 1)];
    after.find((item) => fold(item.textContent).startsWith(fold(event.key)))?.focus();
  }
});

// Choosing an item closes the menu, except a setting whose change is visible, and a copy, which says that it was made.
document.addEventListener("click", (event) => {
  const item = event.target.closest?.(".menu[popover] [role=menuitem]");
  if (!item) return;
  if (item.getAttribute("aria-disabled") === "true") event.preventDefault();
  else if (!item.closest("x-copiar")) item.closest(".menu").hidePopover();
});
