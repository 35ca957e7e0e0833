// What every form gets: one sending at a time, a question before changes are lost, amounts
// written out when their field is left, and the focus on what is wrong.

const changed = new WeakSet();

// How often each form was typed in.
const edits = new WeakMap();
const editsOf = (form) => edits.get(form) ?? 0;

document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (!form) return;
  edits.set(form, editsOf(form) + 1);
  if (form.matches("[data-guard]")) changed.add(form);
});

document.addEventListener("reset", (event) => {
  changed.delete(event.target);
  event.target.removeAttribute("data-unsaved");
});

// In the capture phase, before htmx hears of it: a second press must not replace the first.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post") return;
  if (form.dataset.sending) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // A file leaves the page where it is.
  if (event.submitter?.hasAttribute("data-download")) return;
  form.dataset.sending = "true";
  // Busy rather than disabled: a disabled button would lose the focus, and its own value.
  event.submitter?.setAttribute("aria-busy", "true");
}, true);

// A live form that is being saved asks for no new total: the later request would abort the save.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.edits = editsOf(ctx.sourceElement);
  if (ctx.sourceElement.dataset.sending && ctx.sourceEvent?.type !== "submit") event.preventDefault();
});

// A live answer to what a form no longer says would take back what was typed since; the next
// one is on its way.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceEvent?.type === "input" && ctx.edits !== editsOf(ctx.sourceElement)) event.preventDefault();
});

// An answer that leads to another page keeps the form closed until that page is there. A live
// total that the save cut short says nothing of the save.
document.addEventListener("htmx:finally:request", (event) => {
  const { hx, sourceElement, sourceEvent } = event.detail.ctx;
  if (sourceEvent?.type === "submit" && !hx?.redirect) sendable(sourceElement);
});

// Back to a page that the browser kept: its forms can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sending]")) sendable(form);
});

function sendable(form) {
  delete form.dataset.sending;
  form.querySelector("[aria-busy=true]")?.removeAttribute("aria-busy");
}

// A form that the server gave back holds what was typed, though nobody has typed here yet.
function isUnsaved(form) {
  return changed.has(form) || form.hasAttribute("data-unsaved");
}

window.addEventListener("beforeunload", (event) => {
  if (holdsUnsaved(document)) event.preventDefault();
});

// Tells that something was typed within a part of the page that no form has sent yet.
export function holdsUnsaved(part) {
  return [...part.querySelectorAll("form[data-guard]")].some((form) => isUnsaved(form) && !form.dataset.sending);
}

document.addEventListener("focusout", (event) => {
  if (!event.target.matches?.("input.money")) return;
  const amount = cents(event.target.value);
  if (amount !== null) event.target.value = written(amount);
});

// What a Brazilian types: 1234,5 · 1.234,50 · R$ 1.234,50 · 1234.50. Anything else is left for the server to refuse.
function cents(typed) {
  const text = typed.replace(/R\$|\s/g, "");
  const found = text.match(/^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/) ?? text.match(/^(\d+)\.(\d{1,2})$/);
  if (!found) return null;
  return BigInt(found[1].replaceAll(".", "")) * 100n + BigInt((found[2] ?? "").padEnd(2, "0"));
}

function written(amount) {
  const whole = String(amount / 100n).replace(/\B(?=(\d{3})+$)/g, ".");
  return `${whole},${String(amount % 100n).padStart(2, "0")}`;
}

// A form that only asks for one record goes on as soon as the record is chosen.
document.addEventListener("change", (event) => {
  if (event.target.type === "hidden" && event.target.value) event.target.closest("form[data-choose]")?.requestSubmit();
});

// A refused form says so first. The hash of a link into the page would take the focus elsewhere.
export function focusProblems(root) {
  root.querySelector("[data-focus]")?.focus();
}

focusProblems(document);
document.addEventListener("htmx:after:swap", (event) => focusProblems(event.target));
