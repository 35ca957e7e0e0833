// Lays what is typed or pasted into the form of a document, whatever punctuation it has. The
// server takes it with and without.
import { MaskInput } from "maska";

const masks = {
  cpf: "###.###.###-##",
  cep: "#####-###",
  date: "##/##/####",
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
