// Folds the parts of an address that the CEP filled in into a line. "Corrigir" and an unknown CEP open them.
customElements.define("x-endereco", class extends HTMLElement {
  connectedCallback() {
    this.where = this.querySelector("details");
    this.addEventListener("cep", ({ detail }) => this.fold(detail));
    const none = this.querySelector('[name="no_number"]');
    const number = this.querySelector('[name="number"]');
    none.addEventListener("change", () => {
      number.value = none.checked ? "s/n" : "";
      number.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  // After the values have been filled in.
  fold(found) {
    queueMicrotask(() => {
      const value = (name) => this.querySelector(`[name="${name}"]`).value.trim();
      const parts = [value("street"), value("neighborhood"), value("city")];
      const isWhole = found && parts.every(Boolean) && value("state");
      this.where.open = !isWhole;
      if (isWhole) this.querySelector("[data-line]").textContent = `${parts.join(", ")}/${value("state")}`;
    });
  }
});
