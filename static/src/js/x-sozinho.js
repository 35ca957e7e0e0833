// A checkbox that excludes the others: ticking it clears them, and vice versa. The server also refuses the combination.
customElements.define("x-sozinho", class extends HTMLElement {
  connectedCallback() {
    this.boxes = [...this.querySelectorAll("input[type=checkbox]")];
    this.alone = this.boxes.find((box) => box.hasAttribute("data-alone"));
    if (!this.alone) return;
    this.addEventListener("change", () => this.settle());
    this.settle();
  }

  settle() {
    const others = this.boxes.filter((box) => box !== this.alone);
    const together = others.some((box) => box.checked);
    // A combination sent by the server stays, to be corrected.
    const both = this.alone.checked && together;
    for (const box of others) box.disabled = this.alone.checked && !both;
    this.alone.disabled = together && !both;
  }
});
