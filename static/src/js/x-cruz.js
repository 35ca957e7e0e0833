// The choice of rows and columns: the box in the corner ticks or clears all, and shows whether all are ticked.
customElements.define("x-cruz", class extends HTMLElement {
  connectedCallback() {
    this.all = this.querySelector("[data-all] input");
    this.all.parentElement.hidden = false;
    this.addEventListener("change", (event) => {
      if (event.target === this.all) for (const box of this.boxes) box.checked = this.all.checked;
      this.show();
    });
    this.show();
  }

  get boxes() {
    return [...this.querySelectorAll("input[name]")];
  }

  show() {
    const ticked = this.boxes.filter((box) => box.checked).length;
    this.all.checked = ticked === this.boxes.length;
    this.all.indeterminate = ticked > 0 && !this.all.checked;
  }
});
