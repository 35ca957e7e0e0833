// Lists and marks the changed and unsaved settings of the form. Marks of the server stay.
const list = new Intl.ListFormat("pt-BR");

const valueOf = (control) => (/^(checkbox|radio)$/.test(control.type) ? control.checked : control.value);

function valuesOf(key) {
  const controls = [...key.querySelectorAll("input:not([type=hidden]), select, textarea")];
  return JSON.stringify(controls.filter((control) => !control.closest("dialog")).map(valueOf));
}

customElements.define("x-mudancas", class extends HTMLElement {
  connectedCallback() {
    const form = this.closest("form");
    const keys = [...form.querySelectorAll(".cfg-key:not([data-dirty])")].map((key) => ({ key, before: valuesOf(key) }));
    const refresh = () => {
      for (const { key, before } of keys) key.toggleAttribute("data-dirty", valuesOf(key) !== before);
      this.say([...form.querySelectorAll(".cfg-key[data-dirty]")].map((key) => key.getAttribute("aria-label")));
    };
    form.addEventListener("input", refresh);
    form.addEventListener("change", refresh);
  }

  say(names) {
    const count = names.length === 1 ? "1\u00a0mudança não salva" : `${names.length}\u00a0mudanças não salvas`;
    this.textContent = names.length ? `${count}: ${list.format(names)}` : "";
  }
});
