// Compares a file of the reader with the signed one by its hash, on their device.
const sentences = { same: "É o mesmo arquivo.", different: "Este arquivo é diferente do assinado.", unread: "Não conseguimos abrir este arquivo. Escolha outra vez." };

customElements.define("x-comparar", class extends HTMLElement {
  connectedCallback() {
    if (!crypto.subtle) return; // only with HTTPS
    this.querySelector("[data-scripted]").hidden = false;
    const input = this.querySelector("input[type=file]");
    input.addEventListener("change", async () => {
      if (!input.files[0]) return;
      this.say(await this.compare(input.files[0]));
      input.value = "";
    });
  }

  async compare(file) {
    try {
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
      const hex = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return hex === this.dataset.sha256 ? "same" : "different";
    } catch {
      return "unread";
    }
  }

  say(found) {
    const said = this.querySelector("[data-said]");
    said.dataset.tone = found === "same" ? "good" : "bad";
    said.textContent = sentences[found];
  }
});
