// Formats typed or pasted digits as a document number, whatever their punctuation. The server
// accepts both forms.
import { MaskInput } from "maska";

const masks = {
  cpf: "###.###.###-##",
  cep: "#####-###",
  phone: (digits) => (digits.replace(/\D/g, "").length > 10 ? "(##) #####-####" : "(##) ####-####"),
};

customElements.define("x-mascara", class extends HTMLElement {
  connectedCallback() {
    this.mask = new MaskInput(this.querySelector("input"), { mask: masks[this.dataset.kind] });
  }

  disconnectedCallback() {
    this.mask?.destroy();
  }
});
