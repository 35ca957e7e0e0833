// Copies a text, or that at an address. The button itself confirms it: its icon becomes a tick, and its words, if it shows
// any, say what was copied.
import { announce } from "./announce.js";

const confirmed = 2000;

customElements.define("x-copiar", class extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector("button");
    this.button.addEventListener("click", async () => {
      if (!await (this.dataset.from ? copyFrom(this.dataset.from) : copy(this.dataset.text))) return;
      const said = this.dataset.said ?? "Copiado";
      announce(said);
      if (!this.undo) this.confirm(said);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.undo();
        this.undo = undefined;
      }, confirmed);
    });
  }

  confirm(said) {
    const icon = this.querySelector("use");
    const label = [...this.button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const [href, words] = [icon?.getAttribute("href"), label?.data];
    icon?.setAttribute("href", href.replace(/#.*/, "#check"));
    if (label) label.data = said;
    this.button.dataset.done = "";
    this.undo = () => {
      icon?.setAttribute("href", href);
      if (label) label.data = words;
      delete this.button.dataset.done;
    };
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
