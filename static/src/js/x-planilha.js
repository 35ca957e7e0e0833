// Sends a spreadsheet or a folder as soon as it is chosen or dropped. A folder can only be of scans.
customElements.define("x-planilha", class extends HTMLElement {
  connectedCallback() {
    const [input, folder] = this.querySelectorAll("input[type=file]");
    input.addEventListener("change", () => { if (input.files.length > 0) input.form.requestSubmit(); });
    folder.addEventListener("change", () => {
      if (folder.files.length === 0) return;
      folder.form.kind.value = "scans";
      folder.form.requestSubmit();
    });
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
