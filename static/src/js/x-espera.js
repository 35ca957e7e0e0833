// A time to wait that counts down in the words of the server (views/ui/countdown.templ).
customElements.define("x-espera", class extends HTMLElement {
  connectedCallback() {
    this.until = Date.now() + Number(this.dataset.seconds) * 1000;
    this.clock = setInterval(() => this.tell(), 1000);
  }

  disconnectedCallback() {
    clearInterval(this.clock);
  }

  tell() {
    const seconds = Math.ceil((this.until - Date.now()) / 1000);
    const text = told(seconds);
    if (this.textContent !== text) this.textContent = text;
    if (seconds <= 0) clearInterval(this.clock);
  }
});

function told(seconds) {
  if (seconds <= 0) return "Já pode tentar de novo.";
  if (seconds < 60) return `Tente de novo em ${seconds}\u00a0s.`;
  return `Tente de novo em ${Math.ceil(seconds / 60)}\u00a0min.`;
}
