// The count of the stock, beside app.js. Without internet it finds the lot in the page, keeps what is counted on the phone, and sends it
// when the internet is back or the page is opened again, for the person who counted. Each form has its own number, so that one
// that arrives twice is stored once.
import { clock } from "./clock.js";

const store = "acolhe-contagem";
// The person who is signed in.
const person = () => document.getElementById("sessao")?.dataset.person ?? "";

const read = () => JSON.parse(localStorage.getItem(store) ?? "[]");
const write = (entries) => localStorage.setItem(store, JSON.stringify(entries));
const forget = (submission) => write(read().filter((entry) => entry.fields.submission !== submission));

customElements.define("x-contagem", class extends HTMLElement {
  connectedCallback() {
    this.lots = JSON.parse(this.dataset.lots);
    // Before session.js, which says that nothing was sent.
    addEventListener("submit", (event) => this.hold(event), true);
    // What the others count is not requested without internet.
    addEventListener("htmx:config:request", (event) => { if (!navigator.onLine) event.preventDefault(); }, true);
    this.addEventListener("click", (event) => this.step(event.target.closest("[data-step]")));
    addEventListener("online", () => this.flush());
    this.prepare();
    this.show(sessionStorage.getItem(store) ?? "");
    sessionStorage.removeItem(store);
    if (navigator.onLine) this.flush();
  }

  // The buttons beside the number exist with scripts alone.
  prepare() {
    for (const button of this.querySelectorAll("[data-step]")) button.hidden = false;
  }

  step(button) {
    const input = button?.parentElement.querySelector("input");
    if (!input) return;
    const expected = input.form.elements.expected.value;
    input.value = Math.max(0, Number(input.value === "" ? expected : input.value) + Number(button.dataset.step));
  }

  hold(event) {
    const form = event.target;
    if (navigator.onLine || !this.contains(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.method === "get") return this.open(form);
    if (!form.elements.quantity) return this.show("Sem internet. Toque de novo quando voltar.");
    const fields = Object.fromEntries(new FormData(form));
    if (!/^\d+$/.test(fields.quantity)) return this.show("Informe quantas unidades há.");
    if (fields.quantity !== fields.expected && !fields.reason) return this.show("Diga o motivo da diferença.");
    const label = `${form.closest("section").querySelector(".card-note").textContent.split(" · ")[0]}: ${fields.quantity}`;
    write([...read(), { person: person(), fields, label }]);
    this.card.replaceChildren();
    this.show();
    this.number.focus();
  }

  // Shows the card of a lot that the page knows, after the question of which product if several have the number.
  open(form) {
    const typed = this.number.value.trim().toUpperCase();
    const found = this.lots.filter(({ number }) => number.toUpperCase() === typed);
    if (!found.length) return this.show("Sem internet, e este lote não está na página.");
    form.reset();
    this.show("");
    if (found.length === 1) return this.ask(found[0]);
    const choices = found.map((lot) => {
      const choice = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: `${lot.product} · ${lot.note}` });
      choice.dataset.variant = "outline";
      choice.onclick = () => this.ask(lot);
      return choice;
    });
    this.card.replaceChildren("Qual produto?", ...choices);
    choices[0].focus();
  }

  ask(lot) {
    this.card.replaceChildren(this.querySelector("template").content.cloneNode(true));
    const { elements } = this.card.querySelector("form");
    elements.lot_id.value = lot.id;
    elements.expected.value = lot.expected;
    elements.submission.value = crypto.randomUUID();
    this.card.querySelector("h2").textContent = lot.product;
    this.card.querySelector(".card-note").textContent = lot.note;
    this.card.querySelector(".count-step .hint").textContent = `Esperado: ${lot.expected}`;
    this.prepare();
    elements.quantity.focus();
  }

  get card() { return this.querySelector("[data-card]"); }

  get number() { return this.querySelector("[name=lote]"); }

  show(text = "") {
    const own = read().filter((entry) => entry.person === person());
    const waiting = own.filter((entry) => !entry.refused);
    const lines = [text, waiting.length ? `Sem internet. Enviamos quando voltar. ${waiting.map(({ label }) => label).join(", ")}.` : ""];
    const place = this.querySelector("[data-held]");
    place.replaceChildren(...lines.filter(Boolean).map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    for (const { label, fields } of own.filter((entry) => entry.refused)) {
      const again = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: "Já contei de novo" });
      again.onclick = () => { forget(fields.submission); this.show(); };
      const line = document.createElement("p");
      line.append(`${label} não foi aceito. Conte de novo. `, again);
      place.append(line);
    }
  }

  async flush() {
    let sent = 0;
    for (const { fields } of read().filter((entry) => entry.person === person() && !entry.refused)) {
      try {
        const answer = await fetch("/painel/estoque/contagem", { method: "POST", body: new URLSearchParams(fields) });
        if (/\/entrar\b/.test(answer.url) || answer.status >= 500) break; // kept until the person has signed in again
        if (answer.ok) {
          forget(fields.submission);
          sent++;
        } else write(read().map((entry) => (entry.fields.submission === fields.submission ? { ...entry, refused: true } : entry)));
      } catch {
        break; // still no internet
      }
    }
    if (!sent) return read().length ? this.show() : undefined;
    const text = `Enviado às ${clock()}.`;
    if (this.card.childElementCount) return this.show(text); // the list below follows by itself
    sessionStorage.setItem(store, text);
    location.replace(location.pathname);
  }
});
