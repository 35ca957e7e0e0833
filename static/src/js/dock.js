// The record beside the board of the reception.

// Shows the record of a page in place of that of the document. The record of which nothing was sent keeps the focus in it;
// a note that is not stored yet stays in any case.
export function showDock(page, sent) {
  const [old, fresh] = [document, page].map((one) => one.querySelector(".dock"));
  const isSame = Boolean(old && fresh) && old.dataset.item === fresh.dataset.item;
  if (isSame) showWriters(old, fresh);
  if (old && !old.contains(sent) && isSame && old.contains(document.activeElement)) return;
  const top = isSame ? old.querySelector(".dock-body").scrollTop : 0;
  old?.remove();
  if (fresh) document.querySelector(".queue").append(fresh);
  for (const place of document.querySelectorAll(".queue, x-fila")) place.toggleAttribute("data-docked", Boolean(fresh));
  restoreNote();
  if (top) fresh.querySelector(".dock-body").scrollTop = top;
}

function showWriters(old, fresh) {
  const [was, is] = [old, fresh].map((one) => one.querySelector(".dock-writing"));
  if (was && is && was.textContent !== is.textContent) was.replaceChildren(...is.cloneNode(true).childNodes);
}

// A note that is not stored yet is kept in the tab, also when another contact is opened.
document.addEventListener("input", ({ target }) => {
  const key = target.dataset?.kept;
  if (!key) return;
  if (target.value) sessionStorage.setItem(key, target.value);
  else sessionStorage.removeItem(key);
});

document.addEventListener("submit", (event) => {
  const kept = event.target.querySelector("[data-kept]");
  if (kept) sessionStorage.removeItem(kept.dataset.kept);
}, true);

export function restoreNote() {
  const field = document.querySelector(".dock [data-kept]");
  if (field && !field.value) field.value = sessionStorage.getItem(field.dataset.kept) ?? "";
}
