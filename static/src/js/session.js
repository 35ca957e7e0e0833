// A session that has ended while a page is open: the sign-in opens over the page, and the request is sent again, unless
// another person signs in. A form is sent only while the server answers, so that it stays when the connection is lost.
import htmx from "htmx.org";
import { resubmit, sendable } from "./forms.js";

const patience = 15_000;

// What continues after signing in: several requests of a page may meet the ended session.
let waiting = [];

// Shows the sign-in form of the server's answer, unless it is shown already; calls `next` after signing in.
export async function signInOver(answer, next) {
  waiting.push(next);
  if (waiting.length > 1) return;
  const place = document.getElementById("sessao");
  try {
    place.innerHTML = await answer.text();
  } catch {
    waiting = [];
    return tellOffline();
  }
  nameThePerson();
  htmx.process(place);
  place.querySelector("dialog").showModal();
  [...place.querySelectorAll("[type=email], [type=password]")].find((field) => !field.value)?.focus();
}

// The server compares the person who signs in with the person of the page.
function nameThePerson() {
  const place = document.getElementById("sessao");
  for (const field of place.querySelectorAll("[name=person]")) field.value = place.dataset.person;
  for (const field of place.querySelectorAll("[type=email]")) field.value ||= place.dataset.email ?? "";
}

// A refused sign-in is swapped in.
document.addEventListener("htmx:after:swap", nameThePerson);

// Deferred until htmx has ended the request.
document.addEventListener("sessao-aberta", () => setTimeout(() => {
  const next = waiting;
  waiting = [];
  document.getElementById("sessao").replaceChildren();
  for (const proceed of next) proceed();
}));

// Closed without signing in.
document.addEventListener("close", (event) => {
  if (event.target.closest("#sessao")) waiting = [];
}, true);

document.addEventListener("htmx:before:response", (event) => {
  const { response, sourceElement, sourceEvent, hx } = event.detail.ctx;
  if (hx.redirect && sourceElement.closest("#sessao")) abandon();
  if (response.status !== 401) return;
  event.preventDefault();
  signInOver(response.raw, () => {
    if (sourceEvent.type === "submit") sourceElement.requestSubmit(sourceEvent.submitter);
    else htmx.trigger(sourceElement, sourceEvent.type);
  });
});

// Leaves the page without a question after another person has signed in.
function abandon() {
  for (const form of document.forms) form.dataset.sending = "true";
}

const checked = new WeakSet();

// In the capture phase and after forms.js, which blocks a second submission.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.getAttribute("method") !== "post" || form.hasAttribute("hx-post") || submitter?.hasAttribute("data-download")) return;
  if (checked.delete(form)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  send(form, submitter);
}, true);

async function send(form, submitter) {
  const answer = await fetch("/conta/sessao", { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(patience) }).catch(() => null);
  sendable(form);
  if (!answer) return tellOffline();
  if (answer.status === 401) return signInOver(answer, () => resubmit(form, submitter));
  checked.add(form);
  resubmit(form, submitter);
}

// Shows an alert that nothing was sent.
export function tellOffline() {
  const unreachable = document.getElementById("sem-resposta");
  document.getElementById("avisos").replaceChildren(unreachable.content.cloneNode(true));
}

document.addEventListener("htmx:error", tellOffline);
