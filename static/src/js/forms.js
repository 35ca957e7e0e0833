// For every form: one submission at a time, a question before changes are lost, amounts formatted
// when their field is left, and the focus on the error summary.

const changed = new WeakSet();

// The number of edits of each form.
const edits = new WeakMap();
const editsOf = (form) => edits.get(form) ?? 0;

document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (!form) return;
  edits.set(form, editsOf(form) + 1);
  // An option that was chosen in a dialog is no work that would be lost.
  const isChoice = event.target.type === "radio" && form.closest("dialog");
  if (form.matches("[data-guard]") && !isChoice) changed.add(form);
});

document.addEventListener("reset", (event) => {
  changed.delete(event.target);
  event.target.removeAttribute("data-unsaved");
});

// In the capture phase, before htmx: a second submit must not replace the first request.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post") return;
  if (form.dataset.sending) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // A download does not leave the page.
  if (event.submitter?.hasAttribute("data-download")) return;
  form.dataset.sending = "true";
  // aria-busy instead of disabled: a disabled button would lose the focus and its value.
  event.submitter?.setAttribute("aria-busy", "true");
}, true);

// A live form that is being saved requests no new total, because the later request would abort the
// save.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.edits = editsOf(ctx.sourceElement);
  if (ctx.sourceElement.dataset.sending && ctx.sourceEvent?.type !== "submit") event.preventDefault();
});

// A live answer to older values would overwrite what was typed since; the next answer is on its
// way.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement.matches("form") && ctx.sourceEvent?.type !== "submit" && ctx.edits !== editsOf(ctx.sourceElement)) event.preventDefault();
});

// What the server keeps as a draft is not lost.
document.addEventListener("htmx:after:swap", (event) => {
  const form = event.detail.ctx.sourceElement;
  if (form.hasAttribute("data-drafted")) changed.delete(form);
});

// An answer that redirects keeps the form blocked until the next page has loaded. An aborted request for a live total
// does not unblock it.
document.addEventListener("htmx:finally:request", (event) => {
  const { hx, sourceElement, sourceEvent } = event.detail.ctx;
  if (sourceEvent?.type === "submit" && !hx?.redirect) sendable(sourceElement);
});

// Back to a cached page: its forms can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sending]")) sendable(form);
});

// Lets a form be sent again.
export function sendable(form) {
  delete form.dataset.sending;
  form.querySelector("[aria-busy=true]")?.removeAttribute("aria-busy");
}

// Submits a form whose part of the page, or that of its button, may have been replaced meanwhile.
export function resubmit(form, submitter) {
  if (!form.isConnected) document.body.append(form);
  if (submitter && !submitter.isConnected) form.append(submitter);
  form.requestSubmit(submitter);
}

// A form rendered again with errors holds unsaved values, although nobody has typed on this page
// yet.
function isUnsaved(form) {
  return changed.has(form) || form.hasAttribute("data-unsaved");
}

window.addEventListener("beforeunload", (event) => {
  if (holdsUnsaved(document)) event.preventDefault();
});

// Reports whether a part of the page holds typed values that no form has sent yet.
export function holdsUnsaved(part) {
  return [...part.querySelectorAll("form[data-guard]")].some((form) => isUnsaved(form) && !form.dataset.sending);
}

document.addEventListener("focusout", (event) => {
  if (!event.target.matches?.("input.money")) return;
  const amount = cents(event.target.value);
  if (amount !== null) event.target.value = written(amount);
});

// Amounts in Brazilian notation: 1234,5 · 1.234,50 · R$ 1.234,50 · 1234.50. Other text is left for the server to
// refuse.
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

// A form that has only a search is submitted as soon as a record is chosen.
document.addEventListener("change", (event) => {
  if (event.target.type === "hidden" && event.target.value) event.target.closest("form[data-choose]")?.requestSubmit();
});

// After an error the focus goes to the summary. The hash in the address would move it elsewhere.
export function focusProblems(root) {
  root.querySelector("[data-focus]")?.focus();
}

focusProblems(document);
document.addEventListener("htmx:after:swap", (event) => focusProblems(event.target));

// Ctrl+Enter submits the form of the focused field.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !event.target.matches?.("[data-sends]")) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});

// Filters that are chosen are applied at once.
document.addEventListener("change", (event) => {
  if (event.target.matches?.("form[data-at-once] select")) event.target.form.requestSubmit();
});
