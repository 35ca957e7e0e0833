// Saves the answers of a step while typing and reports it in the bar. It sends one request at a time, so that an older
// answer never overwrites a newer one. Unsaved answers stay in the page and are sent again. Each request names the version
// that the page has read: when another device has changed the answers of this page, the form is sent instead, which shows
// what changed.
import { clock } from "./clock.js";
import { sendable } from "./forms.js";

const users = "/api/v1/users/me";
const retryAfter = 5000;

customElements.define("x-rascunho", class extends HTMLElement {
  connectedCallback() {
    this.waiting = {};
    this.version = this.querySelector("[name=version]");
    this.shown = answers(this);
    this.said = document.querySelector("[data-saved] > span");
    if (!this.said) return; // after the registration nothing is a draft: "Salvar" saves
    this.last = this.said.textContent;
    // The form waits for a save in progress, whose version it must name.
    this.addEventListener("submit", (event) => {
      if (!this.isSending || this.isStale) return;
      event.preventDefault();
      this.submits = event.target;
    });
    this.addEventListener("change", (event) => this.take(event.target));
    this.online = () => this.send();
    addEventListener("online", this.online);
    addEventListener("offline", this.offline = () => this.say("Sem internet. " + this.last.replace("Rascunho salvo", "Respostas salvas"), "warn"));
  }

  disconnectedCallback() {
    removeEventListener("online", this.online);
    removeEventListener("offline", this.offline);
    clearTimeout(this.timer);
  }

  take(field) {
    const value = field.name === "birth_date" ? day(field.value) : field.value.trim();
    if (!field.name || field.name === "no_number" || field.name.endsWith("_other") || value === null || field.type === "hidden") return;
    this.waiting[field.name] = value;
    this.send();
  }

  async send() {
    clearTimeout(this.timer);
    if (this.isSending) return;
    if (Object.keys(this.waiting).length === 0) return this.proceed();
    const body = this.waiting;
    this.waiting = {};
    this.isSending = true;
    this.say("Salvando…");
    try {
      const answer = await this.request(body);
      if (answer.status === 401 || answer.status === 403) return location.reload();
      if (answer.status === 412) {
        this.isStale = await this.isChangedElsewhere();
        if (this.isStale) return this.proceed(); // still sending: nothing more is saved until the person has decided
        this.waiting = { ...body, ...this.waiting };
        this.isSending = false;
        return this.send();
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const { data } = await answer.json();
      if ("patient" in this.dataset && !this.dataset.id) this.created(data.id);
      // The database completes a new row, so that its version is not yet known.
      if (answer.status === 200) this.version.value = answer.headers.get("ETag").replaceAll('"', "");
      Object.assign(this.shown, answers(this, Object.keys(body)));
      this.last = `Rascunho salvo às ${clock()}`;
      this.say(this.last);
    } catch {
      this.waiting = { ...body, ...this.waiting };
      this.say(navigator.onLine ? "Não foi possível salvar. Vamos tentar de novo." : `Sem internet. ${this.last.replace("Rascunho salvo", "Respostas salvas")}`, "warn");
      this.timer = setTimeout(() => this.send(), retryAfter);
      this.isSending = false;
      this.proceed();
      return;
    }
    this.isSending = false;
    this.send();
  }

  // Names a patient that has just been added, so that sending the form or reading the page again changes this one.
  created(id) {
    this.dataset.id = id;
    const address = new URL(location.href);
    if (!address.searchParams.has("de")) return;
    address.searchParams.set("de", id);
    history.replaceState(history.state, "", address);
    this.querySelector("form").action = address;
  }

  // Sends the form that waited.
  proceed() {
    if (!this.submits) return;
    const form = this.submits;
    this.submits = null;
    sendable(form);
    form.requestSubmit();
  }

  // Reads the page again. Reports whether an answer of this page is another one; else it takes the current version.
  async isChangedElsewhere() {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    const current = page.querySelector("x-rascunho");
    if (!current) return location.reload() ?? true;
    const stored = initial(current);
    if (Object.keys(stored).some((name) => stored[name] !== this.shown[name])) {
      this.say("Esta página mudou em outro aparelho. ", "warn");
      const button = Object.assign(document.createElement("button"), { type: "submit", className: "f-changed", textContent: "Ver o que mudou" });
      button.setAttribute("form", "f");
      this.said.append(button);
      return true;
    }
    this.version.value = current.querySelector("[name=version]").value;
    return false;
  }

  request(body) {
    const headers = { "Content-Type": "application/json" };
    if (this.version.value) headers["If-Match"] = `"${this.version.value}"`;
    const json = JSON.stringify(body);
    if (!("patient" in this.dataset)) return fetch(users, { method: "PATCH", headers, body: json });
    if (this.dataset.id) return fetch(`${users}/patients/${this.dataset.id}`, { method: "PATCH", headers, body: json });
    return fetch(`${users}/patients`, { method: "POST", headers, body: json });
  }

  say(text, tone = "") {
    this.said.textContent = text;
    this.said.parentElement.dataset.tone = tone;
  }
});

// Returns a date in the form of the interface; null for an incomplete date, empty to clear it.
function day(typed) {
  if (!typed.trim()) return "";
  const parts = typed.match(/^(\d{2})\/(\d{2})\/(\d{4})$/);
  return parts && `${parts[3]}-${parts[2]}-${parts[1]}`;
}

// Returns the answers of the page by name, or some of them, without signs and case: a mask adds signs.
function answers(part, names) {
  return read(part, names, (field) => field.type === "radio" ? field.checked : true, (field) => field.value);
}

// Returns the answers with which the page came from the server.
function initial(part) {
  const selected = (field) => [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0].value;
  return read(part, null, (field) => field.type === "radio" ? field.defaultChecked : true, (field) => field.options ? selected(field) : field.defaultValue);
}

function read(part, names, isChosen, valueOf) {
  const found = {};
  for (const field of part.querySelectorAll("input[name]:not([type=hidden], [type=checkbox]), select[name]")) {
    if ((!names || names.includes(field.name)) && isChosen(field)) found[field.name] = valueOf(field).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  }
  return found;
}
