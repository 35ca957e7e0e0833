// A file field in the words of the page: the browser's own button and its words are in the browser's language. The field lies
// over the drawn button, so that it keeps clicks, drops, keys and its name.
customElements.define("x-arquivo", class extends HTMLElement {
  connectedCallback() {
    if (this.said) return;
    const [input] = this.children;
    const button = Object.assign(document.createElement("span"), { className: "btn", textContent: this.dataset.button, ariaHidden: "true" });
    Object.assign(button.dataset, { variant: "outline", size: "sm" });
    this.said = Object.assign(document.createElement("span"), { ariaHidden: "true" });
    this.append(button, this.said);
    const show = ({ files }) => {
      this.said.textContent = files.length === 0 ? this.dataset.none : files.length === 1 ? files[0].name : `${files.length} arquivos`;
    };
    this.addEventListener("change", () => show(input));
    show(input);
  }
});
