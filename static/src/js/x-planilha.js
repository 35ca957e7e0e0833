// Sends a spreadsheet as soon as it is chosen or dropped.
customElements.define("x-planilha", class extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector("input[type=file]");
    input.addEventListener("change", () => { if (input.files.length > 0) input.form.requestSubmit(); });
    this.addEventListener("dragover", (event) => { event.preventDefault(); this.classList.add("over"); });
    this.addEventListener("dragleave", () => this.classList.remove("over"));
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      this.classList.remove("over");
      input.files = event.dataTransfer.files;
      if (input.files.length > 0) input.form.requestSubmit();
    });
  }
});
