// Sends the form when the code is complete.
customElements.define("x-codigo", class extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", ({ target }) => {
      if (target.value.replace(/\D/g, "").length === 6) target.form.requestSubmit();
    });
  }
});
