// Fills in an address by its CEP. Typed values stay, with a message and a button that takes the
// address of the CEP instead. The form never waits for it.
const parts = ["street", "neighborhood", "city", "state"];
const digits = (text) => text.replace(/\D/g, "");

// ask requests the answer to a CEP; each surface has its own way when the session has ended.
export const defineCEP = (ask) => customElements.define("x-cep", class extends HTMLElement {
  connectedCallback() {
    this.filled = {};
    this.asked = digits(this.field("cep").value);
    this.addEventListener("input", (event) => { if (event.target === this.field("cep")) this.typed(event.target); });
    this.addEventListener("click", (event) => { if (event.target.closest("[data-take]")) this.takeAll(); });
  }

  disconnectedCallback() {
    this.request?.abort();
  }

  get said() {
    return this.querySelector("[data-said]");
  }

  field(name) {
    return this.querySelector(`[name="${CSS.escape(this.dataset.prefix + name)}"]`);
  }

  typed(field) {
    const code = digits(field.value);
    if (code === this.asked) return;
    this.request?.abort();
    this.asked = code;
    this.said.textContent = "";
    if (code.length === 8) this.lookUp(code);
  }

  async lookUp(code) {
    this.request = new AbortController();
    this.say("Procurando o endereço…");
    try {
      const html = await ask(this.dataset.url + code, {}, this.request.signal);
      this.said.innerHTML = html;
      this.take((field, name) => !field.value.trim() || field.value === this.filled[name]);
    } catch (error) {
      if (error.name !== "AbortError") this.say(this.dataset.down);
    }
  }

  say(text) {
    const line = document.createElement("p");
    line.className = "hint";
    line.textContent = text;
    this.said.replaceChildren(line);
  }

  takeAll() {
    this.take(() => true);
    this.field("cep").focus();
  }

  // Fills in the fields that may be changed, and names the others.
  take(may) {
    const found = this.said.querySelector("[data-found]")?.dataset;
    this.dispatchEvent(new CustomEvent("cep", { bubbles: true, detail: found }));
    if (!found) return;
    const kept = [];
    for (const name of parts) {
      const field = this.field(name);
      const value = found[name];
      if (!field || field.value === value || (!value && field.value !== this.filled[name])) continue;
      if (may(field, name)) this.fill(field, name, value);
      else kept.push(field.labels[0].firstChild.textContent.trim().toLowerCase());
    }
    this.said.querySelector("[data-kept]").hidden = kept.length === 0;
    this.said.querySelector("[data-names]").textContent = kept.join(", ").replace(/, ([^,]*)$/, " e $1");
  }

  // Dispatches an event as if the value had been typed, for listeners of the form.
  fill(field, name, value) {
    field.value = value;
    this.filled[name] = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
