// Without internet a form of an associate is held instead of ending in the browser's error page: it is kept on the phone and
// sent when the internet is back, also after the page was closed, and only for the person who sent it. Forms with secrets are
// never kept. Signing out erases all.
import { clock } from "./clock.js";
import { sendable } from "./forms.js";

const store = "acolhe-guardado";
const spoken = "enviado";
// The person of this page; empty on pages without a session.
const person = document.documentElement.dataset.person ?? "";
const never = /\/(entrar|senha|nova-senha|codigo|sair|confirmar|conta|convite)\b/;

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.action.includes("/cadastro/sair")) erase();
  if (event.defaultPrevented || navigator.onLine || form.method !== "post") return;
  event.preventDefault();
  sendable(form);
  if (never.test(form.action) || form.querySelector("[type=password]")) return say(form, "Sem internet. Toque de novo quando voltar.");
  const { submitter } = event;
  const entry = { action: submitter?.formAction || form.action, fields: [...new FormData(form, submitter)],
    parts: form.enctype === "multipart/form-data", person };
  keep(entry).then((key) => {
    say(form, "Sem internet. Enviamos quando voltar.");
    addEventListener("online", async () => {
      if (!await run("readonly", (forms) => forms.get(key))) return; // erased meanwhile
      await remove(key);
      tell();
      form.requestSubmit(submitter);
    }, { once: true });
  });
});

addEventListener("online", () => {
  // The page that says that there is no internet gives way to the requested one, which sends what is held.
  if (document.querySelector("[data-offline]")) location.replace(location.pathname === "/sem-internet" ? "/cadastro" : location.href);
  else flush();
});
// What was held when the page was closed; a page that holds a form sends it itself.
if (navigator.onLine) flush();
const sent = sessionStorage.getItem(spoken);
if (sent) {
  sessionStorage.removeItem(spoken);
  say(document.querySelector("main"), sent);
}

const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open(store, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("forms", { autoIncrement: true });
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function run(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction("forms", mode).objectStore("forms"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

const keep = (entry) => run("readwrite", (forms) => forms.add(entry));
const remove = (key) => run("readwrite", (forms) => forms.delete(key));

function erase() {
  indexedDB.deleteDatabase(store);
  globalThis.caches?.delete("own");
}

async function flush() {
  if (!(await indexedDB.databases()).some(({ name }) => name === store) || document.querySelector("[data-held]")) return;
  for (const key of await run("readonly", (forms) => forms.getAllKeys())) {
    const entry = await run("readonly", (forms) => forms.get(key));
    if (entry?.person && person && entry.person !== person) await remove(key); // another person is signed in now
    if (!entry || entry.person && entry.person !== person) continue;
    const body = entry.parts ? new FormData() : new URLSearchParams();
    for (const [name, value] of entry.fields) body.append(name, value);
    try {
      const answer = await fetch(entry.action, { method: "POST", body });
      await remove(key);
      const main = document.querySelector("main");
      if (answer.ok && !/\/entrar\b/.test(answer.url)) say(main, sentence());
      else say(main, "Não conseguimos enviar o que estava guardado. Abra a página e envie de novo.");
    } catch {
      return; // still no internet
    }
  }
}

const sentence = () => `Enviado às ${clock()}.`;

function tell() {
  document.querySelector(".f-held")?.remove();
  sessionStorage.setItem(spoken, sentence());
}

function say(place, text) {
  let line = document.querySelector(".f-held");
  if (!line) {
    line = Object.assign(document.createElement("p"), { className: "f-held" });
    line.setAttribute("role", "status");
    (document.querySelector(".f-bar-in") ?? place).append(line);
  }
  line.toggleAttribute("data-held", text.startsWith("Sem internet"));
  line.textContent = text;
}
