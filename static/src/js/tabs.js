// In a row of links that scrolls sideways the current one is moved into view once: on opening the page, or after a swap that
// brought it. Only the row moves, never the page.
const shown = new WeakSet();

function showCurrent() {
  for (const tab of document.querySelectorAll("main nav [aria-current]")) {
    if (shown.has(tab)) continue;
    shown.add(tab);
    const row = tab.closest("nav");
    const { left, width } = row.getBoundingClientRect();
    const own = tab.getBoundingClientRect();
    row.scrollLeft += own.left - left - (width - own.width) / 2;
  }
}

document.addEventListener("htmx:after:swap", showCurrent);
showCurrent();
