// Copies a text, or that at an address, and confirms it, on a labelled button in its label too.
import { announce } from "./announce.js";

const confirmed = 2000;

customElements.define("x-copiar", class extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector("button");
    const label = button.querySelector("[data-label]");
    const text = label?.textContent;
    button.addEventListener("click", async () => {
      if (!await (this.dataset.from ? copyFrom(this.dataset.from) : copy(this.dataset.text))) return;
      button.dataset.done = "true";
      announce(this.dataset.said ?? "Copiado");
      if (label) label.textContent = this.dataset.said;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        delete button.dataset.done;
        if (label) label.textContent = text;
      }, confirmed);
    });
  }
});

// Where a browser denies the clipboard to a page, it still copies what is selected.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

// Copies the text of an address. The clipboard takes the promise, because browsers refuse to copy after a wait.
async function copyFrom(address) {
  const text = fetch(address).then((answer) => {
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.blob();
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    return copy(await (await text).text());
  }
}
