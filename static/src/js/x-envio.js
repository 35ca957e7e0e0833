// Sends the files of a form with progress: files are dropped or pasted anywhere on the page or chosen, a lost connection
// keeps them for another try. Without scripts the form is sent as a whole.
import { sendable } from "./forms.js";
import { signInOver } from "./session.js";

customElements.define("x-envio", class extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.input = this.form.querySelector("[type=file]");
    this.form.addEventListener("submit", this.submitted);
    this.querySelector("[data-cancel]").addEventListener("click", () => this.request.abort());
    this.card = this.closest(".box-card");
    for (const [kind, listener] of this.listeners) document.addEventListener(kind, listener);
  }

  disconnectedCallback() {
    for (const [kind, listener] of this.listeners) document.removeEventListener(kind, listener);
  }

  get listeners() {
    return [["dragover", this.dragged], ["dragleave", this.left], ["drop", this.dropped], ["paste", this.pasted]];
  }

  dragged = (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    this.card.toggleAttribute("data-drop", true);
  };

  left = (event) => {
    if (!event.relatedTarget) this.card.removeAttribute("data-drop");
  };

  dropped = (event) => {
    this.card.removeAttribute("data-drop");
    this.take(event, event.dataTransfer.files);
  };

  pasted = (event) => this.take(event, event.clipboardData.files);

  // take opens the form with the files. Their kind is guessed from the name of the first and can be changed.
  take(event, files) {
    if (files.length === 0 || event.target.closest?.("[type=file]")) return;
    event.preventDefault();
    this.closest("details").open = true;
    this.input.files = files;
    const kinds = this.form.querySelector("select");
    const kind = [...kinds.options].find((option) => new RegExp(`\\b${option.text.split(/[ ,]/)[0]}`, "i").test(files[0].name));
    kinds.value = kind ? kind.value : "";
    kinds.focus();
  }

  submitted = (event) => {
    if (this.input.files.length === 0) return;
    event.preventDefault();
    const request = this.request = new XMLHttpRequest();
    request.open("POST", this.form.action);
    request.setRequestHeader("HX-Request", "true");
    request.upload.addEventListener("progress", ({ loaded, total }) => this.show(loaded / total));
    request.addEventListener("load", () => this.answered(request));
    request.addEventListener("error", () => this.stop("Sem conexão. Os arquivos continuam escolhidos; envie de novo."));
    request.addEventListener("abort", () => this.stop("Envio cancelado."));
    this.show(0);
    request.send(new FormData(this.form));
  };

  answered(request) {
    const to = request.getResponseHeader("HX-Redirect");
    if (to) return this.leave(to);
    if (request.status === 401) {
      this.stop("");
      return signInOver(new Response(request.responseText), () => this.form.requestSubmit());
    }
    const page = new DOMParser().parseFromString(request.responseText, "text/html").getElementById("conteudo");
    if (request.status !== 422 || !page) return this.stop("Não foi possível enviar. Tente de novo.");
    document.getElementById("conteudo").replaceWith(page);
    page.focus();
  }

  leave(to) {
    const here = location.pathname + location.search;
    location.assign(to);
    if (to.split("#")[0] === here) location.reload();
  }

  show(part) {
    this.hidden = false;
    const percent = Math.round(part * 100);
    const bar = this.querySelector("progress");
    bar.hidden = this.querySelector("[data-cancel]").hidden = false;
    bar.value = percent;
    this.say(percent < 100 ? `${percent}% enviado` : "Guardando…");
  }

  stop(text) {
    sendable(this.form);
    this.querySelector("progress").hidden = this.querySelector("[data-cancel]").hidden = true;
    this.say(text);
  }

  say(text) {
    this.querySelector("[data-said]").textContent = text;
  }
});
