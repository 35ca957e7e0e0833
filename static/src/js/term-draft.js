// Saves the draft of a term after a pause in typing, one request at a time. If the draft changed elsewhere, nothing is
// overwritten before the person has chosen.
import { clock } from "./clock.js";

const pause = 600;
const retryAfter = 5000;

export class TermDraft {
  constructor({ address, version, content, said, saved }) {
    Object.assign(this, { address, version, content, said, saved, isDirty: false });
  }

  changed() {
    this.isDirty = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), pause);
  }

  // Saves what is unsaved and reports whether the server has all of it.
  async save() {
    clearTimeout(this.timer);
    if (this.saving) await this.saving;
    if (!this.isDirty || this.isStale) return !this.isDirty;
    this.isDirty = false;
    this.say("Salvando…");
    this.saving = this.send().finally(() => { this.saving = null; });
    return this.saving;
  }

  async send() {
    const body = JSON.stringify({ content_json: this.content(), draft_version: this.version });
    const answer = await fetch(this.address + "/draft", { method: "PUT", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    if (answer?.ok) {
      const { data } = await answer.json();
      this.version = data.draft_version;
      this.say(`Rascunho salvo às ${clock()}`, "good");
      this.saved();
      return true;
    }
    this.isDirty = true;
    if (answer?.status === 409) return this.stale();
    await this.refused(answer);
    return false;
  }

  async refused(answer) {
    const refused = await answer?.json().catch(() => null);
    const isFinal = answer && answer.status >= 400 && answer.status < 500 && answer.status !== 401;
    this.say(isFinal ? refused?.errors?.[0]?.message ?? "O texto não foi aceito." : answer?.status === 401 ? "Sua sessão terminou. Entre de novo em outra aba." : "Não foi possível salvar. Vamos tentar de novo.", "bad");
    if (!isFinal) this.timer = setTimeout(() => this.save(), retryAfter);
  }

  async stale() {
    this.isStale = true;
    const answer = await fetch(this.address).catch(() => null);
    const { data } = answer?.ok ? await answer.json() : { data: {} };
    this.newest = data.draft_version;
    this.say(`${data.updated_by_name || "Outra pessoa"} mudou o rascunho${data.date_updated ? ` às ${clock(new Date(data.date_updated))}` : ""}.`, "bad", true);
    return false;
  }

  // Overwrites the other draft with this one.
  keep() {
    Object.assign(this, { isStale: false, version: this.newest });
    return this.save();
  }

  say(text, tone = "", mustChoose = false) {
    this.said.querySelector("span").textContent = text;
    this.said.dataset.tone = tone;
    this.said.parentElement.querySelector("[data-choice]").hidden = !mustChoose;
  }
}
