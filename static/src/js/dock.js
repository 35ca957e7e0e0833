// The record beside the board of the reception.
import { holdsUnsaved } from "./forms.js";

// Shows the record of a page in place of that of the document, and reports whether it is shown. A record with text that
// is not saved stays: of the same record only what is around the text is replaced, and with the text of no one else
// meanwhile it can be saved. The record of which nothing was sent keeps the focus in it.
export function showDock(page, sent) {
  const [old, fresh] = [document, page].map((one) => one.querySelector(".dock"));
  const isSame = Boolean(old && fresh) && old.dataset.item === fresh.dataset.item;
  if (isSame) showWriters(old, fresh);
  if (old && !old.contains(sent) && isSame && old.contains(document.activeElement)) return true;
  if (old && holdsUnsaved(old) && sent?.id !== "anotacao") {
    if (isSame) renewAround(old, fresh);
    return isSame;
  }
  const top = isSame ? old.querySelector(".dock-body").scrollTop : 0;
  old?.remove();
  if (fresh) document.querySelector(".queue").append(fresh);
  for (const place of document.querySelectorAll(".queue, x-fila")) place.toggleAttribute("data-docked", Boolean(fresh));
  if (top) fresh.querySelector(".dock-body").scrollTop = top;
  return true;
}

function showWriters(old, fresh) {
  const [was, is] = [old, fresh].map((one) => one.querySelector(".dock-writing"));
  if (was && is && was.textContent !== is.textContent) was.replaceChildren(...is.cloneNode(true).childNodes);
}

function renewAround(old, fresh) {
  for (const part of [".dock-head", ".dock-foot"]) {
    const [was, is] = [old, fresh].map((one) => one.querySelector(part));
    if (was && is) was.replaceWith(is);
  }
  const [typed, stored] = [old, fresh].map((one) => one.querySelector("#anotacao"));
  if (typed && stored && typed.elements.notes.defaultValue === stored.elements.notes.defaultValue) {
    typed.elements.version.value = stored.elements.version.value;
  }
}
