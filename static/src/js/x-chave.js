// Asks the browser for a passkey, or for a new one, and sends its answer with the form around the button. A browser without passkeys
// does not define the element, which hides it.
const parse = globalThis.PublicKeyCredential;

if (parse?.parseRequestOptionsFromJSON && parse.prototype.toJSON) {
  customElements.define("x-chave", class extends HTMLElement {
    connectedCallback() {
      if (!this.dataset.options) return;
      this.addEventListener("click", this);
      if ("start" in this.dataset) this.ask();
    }

    handleEvent({ target }) {
      if (target.closest("button")) this.ask();
    }

    async ask() {
      const status = this.querySelector("[role=status]");
      if (this.asking) return;
      this.asking = true;
      status.hidden = true;
      try {
        this.querySelector("input").value = JSON.stringify(await this.answer());
        this.closest("form").requestSubmit();
      } catch {
        status.hidden = false;
      }
      this.asking = false;
    }

    answer() {
      const options = JSON.parse(this.dataset.options);
      if ("make" in this.dataset) return navigator.credentials.create({ publicKey: parse.parseCreationOptionsFromJSON(options) });
      return navigator.credentials.get({ publicKey: parse.parseRequestOptionsFromJSON(options) });
    }
  });
}
