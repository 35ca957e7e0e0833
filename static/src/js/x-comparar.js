// Compares a file of the reader with the signed one by its hash, on their device.
const sentences = { same: "É o termo assinado, sem mudanças.", proof: "É o comprovante desta assinatura, sem mudanças.", different: "Este não é o termo assinado. Se o recebeu de outra pessoa, não use e fale com a associação.", unread: "Não conseguimos abrir este arquivo. Escolha outra vez." };

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
      return hex === this.dataset.sha256 ? "same" : hex === this.dataset.proof ? "proof" : "different";
    } catch {
      return "unread";
    }
  }

  say(found) {
    const said = this.querySelector("[data-said]");
    said.dataset.tone = found === "same" || found === "proof" ? "good" : "bad";
    said.textContent = sentences[found];
  }
});
