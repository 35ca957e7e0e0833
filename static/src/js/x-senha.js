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
    for (const rule of this.querySelectorAll("[data-pattern]")) {
      rule.classList.toggle("met", new RegExp(rule.dataset.pattern, "u").test(this.input.value));
    }
  }

  // Autofill sends keyboard events without a modifier state.
  caps(event) {
    this.querySelector("[data-caps]").hidden = !event.getModifierState?.("CapsLock");
  }
});
