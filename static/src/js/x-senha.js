// A password field that can be shown, warns of Caps Lock, and ticks its policy off while typing.
customElements.define("x-senha", class extends HTMLElement {
  connectedCallback() {
    this.input = this.querySelector("input");
    this.eye = this.querySelector("button");
    this.eye.hidden = false;
    this.eye.addEventListener("click", () => this.show(this.input.type === "password"));
    this.input.addEventListener("input", () => this.check());
    for (const type of ["keydown", "keyup"]) this.input.addEventListener(type, (event) => this.caps(event));
    // Submitted as a password field; otherwise browsers offer the text in other fields.
    this.input.form?.addEventListener("submit", () => this.show(false));
  }

  show(visible) {
    this.input.type = visible ? "text" : "password";
    this.eye.setAttribute("aria-pressed", String(visible));
  }

  check() {
    for (const rule of this.querySelectorAll(".rules > li")) {
      rule.classList.toggle("met", this.input.value !== "" && this.meets(rule.dataset));
    }
  }

  meets({ pattern, avoided, list }) {
    if (pattern) return new RegExp(pattern, "u").test(this.input.value);
    const typed = folded(this.input.value);
    const words = this.input.value.split(/[^\p{L}\p{Mn}]+/u).map(folded).filter(Boolean);
    const whole = `_${words.join("_")}_${words.join("")}_`;
    if (!list) return !avoided?.split(" ").some((word) => word && (typed.includes(word) || whole.includes(word)));
    this.load(list);
    return this.common && !this.common.has(typed) && !this.common.has(`${words.join("")}*`);
  }

  // The list is loaded with the first character.
  async load(list) {
    if (this.loading) return;
    this.loading = true;
    const answer = await fetch(list).catch(() => null);
    if (!answer?.ok) return;
    this.common = new Set((await answer.text()).split("\n").map((line) => line.endsWith("*") ? line : folded(line)));
    this.check();
  }

  // Autofill sends keyboard events without a modifier state.
  caps(event) {
    this.querySelector("[data-caps]").hidden = !event.getModifierState?.("CapsLock");
  }
});

// folded returns the letters and digits of a text, lower-case and without accents, as the server compares them.
function folded(text) {
  return text.normalize("NFD").replace(/[^\p{L}\p{Nd}]/gu, "").toLowerCase();
}
