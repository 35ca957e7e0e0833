// A countdown in the same words as the server (views/ui/feedback/countdown.templ).
customElements.define("x-espera", class extends HTMLElement {
  connectedCallback() {
    this.until = Date.now() + Number(this.dataset.seconds) * 1000;
    this.clock = setInterval(() => this.update(), 1000);
  }

  disconnectedCallback() {
    clearInterval(this.clock);
  }

  update() {
    const seconds = Math.ceil((this.until - Date.now()) / 1000);
    const text = this.hasAttribute("data-short") ? short(seconds) : wording(seconds);
    if (this.textContent !== text) this.textContent = text;
    if (seconds <= 0) clearInterval(this.clock);
  }
});

function wording(seconds) {
  if (seconds <= 0) return "Já pode tentar de novo.";
  if (seconds < 60) return `Tente de novo em ${seconds}\u00a0s.`;
  return `Tente de novo em ${Math.ceil(seconds / 60)}\u00a0min.`;
}

function short(seconds) {
  if (seconds <= 0) return "agora";
  if (seconds < 60) return `em ${seconds}\u00a0s`;
  if (seconds < 600) return `em ${Math.floor(seconds / 60)}\u00a0min ${seconds % 60}\u00a0s`;
  return `em ${Math.ceil(seconds / 60)}\u00a0min`;
}
