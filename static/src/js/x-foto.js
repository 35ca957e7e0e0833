// Sends a photo as soon as it is chosen: reduced, with progress, and again after a lost connection. Then it reads the
// slot from the server. "Continuar" waits for photos in progress.
import { announce } from "./announce.js";
import { sendable } from "./forms.js";

const longest = 2000;
const maxBytes = 20 * 2 ** 20;
const retryAfter = 5000;
const active = new Set();
let proceeds = null;

document.addEventListener("submit", (event) => {
  if (event.target.id !== "f" || active.size === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  proceeds = event.target;
  const said = document.querySelector("[data-saved] > span");
  if (said) said.textContent = "Esperando o envio terminar…";
}, true);

customElements.define("x-foto", class extends HTMLElement {
  connectedCallback() {
    this.querySelector("[data-scripted]").hidden = false;
    this.querySelector("[data-plain]").hidden = true;
    for (const input of this.querySelectorAll("[data-pick]")) {
      input.addEventListener("change", () => { if (input.files[0]) this.take(input.files[0]); });
    }
    this.querySelector("[data-anyway]").addEventListener("click", () => this.start());
    this.querySelector("[data-other]").addEventListener("click", () => this.end());
    this.querySelector("[data-cancel]").addEventListener("click", () => this.end());
    this.querySelector("[data-retry]").addEventListener("click", () => this.send());
    this.online = () => { if (this.paused) this.send(); };
    addEventListener("online", this.online);
  }

  disconnectedCallback() {
    removeEventListener("online", this.online);
    this.forget();
  }

  async take(file) {
    if (isHEIC(file)) {
      this.file = await asJPEG(file);
      if (!this.file) return this.refuse("Este celular usa um formato que não abrimos. Tire a foto por aqui.");
    } else {
      this.file = await smaller(file);
    }
    const doubt = await doubtOf(this.file);
    if (doubt) return this.ask(doubt);
    this.start();
  }

  // Says what is wrong with a photo before it is sent; whoever sends it all the same marks it for the staff.
  ask(why) {
    this.querySelector("[data-why]").textContent = why;
    this.querySelector("form").hidden = true;
    this.querySelector("[data-doubt]").hidden = false;
    this.querySelector("[data-other]").focus();
    this.doubt = why;
  }

  start() {
    this.querySelector("[data-doubt]").hidden = true;
    if (this.file.size > maxBytes) return this.refuse("Arquivo maior que 20 MB. Envie uma foto ou um PDF menor.");
    active.add(this);
    this.send();
  }

  send() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.paused = false;
    const body = new FormData(this.querySelector("form"));
    body.delete("file");
    if (this.doubt) body.append("kind", "Foto duvidosa");
    body.append("file", this.file, this.file.name);
    const request = this.request = new XMLHttpRequest();
    request.open("POST", "/api/v1/files");
    request.upload.addEventListener("progress", (event) => this.show(event.loaded / event.total));
    request.addEventListener("load", () => this.answered(request));
    request.addEventListener("error", () => this.pause());
    request.addEventListener("timeout", () => this.pause());
    this.show(0);
    request.send(body);
  }

  answered(request) {
    if (request.status === 201) return this.refresh();
    if (request.status === 401) return location.reload();
    if (request.status >= 500) return this.pause();
    let message = "Este arquivo não é uma foto nem um PDF. Escolha outro ou tire uma foto agora.";
    if (request.status !== 415) try { message = JSON.parse(request.responseText).errors[0].message; } catch { /* the sentence above */ }
    this.refuse(message);
  }

  // Reads the page again without leaving it, so that other uploads continue.
  async refresh() {
    const slot = this.closest("[data-slot]");
    try {
      const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
      active.delete(this);
      slot.replaceWith(page.getElementById(slot.id));
      showQuota(page.getElementById("cota"));
      settle(slot.id, page.title);
      announce(`${this.dataset.name}: enviada`);
    } catch {
      this.timer = setTimeout(() => this.refresh(), retryAfter);
      return;
    }
    proceed();
  }

  pause() {
    this.paused = true;
    this.say(`${Math.round(this.done * 100)}%, esperando internet. Continua sozinho.`);
    this.querySelector("[data-retry]").hidden = false;
    this.timer = setTimeout(() => { if (navigator.onLine) this.send(); }, retryAfter);
  }

  refuse(message) {
    this.end();
    this.querySelector("[data-progress]").hidden = false;
    this.querySelector("progress").hidden = true;
    this.querySelector("[data-cancel]").hidden = true;
    this.say(message);
    this.querySelector("[data-said]").scrollIntoView({ block: "center" });
    this.querySelector("[data-said]").dataset.tone = "bad";
  }

  end() {
    this.forget();
    this.doubt = "";
    this.querySelector("[data-doubt]").hidden = true;
    this.querySelector("[data-said]").removeAttribute("data-tone");
    this.querySelector("[data-progress]").hidden = true;
    this.querySelector("form").hidden = false;
    for (const input of this.querySelectorAll("[data-pick]")) input.value = "";
  }

  forget() {
    clearTimeout(this.timer);
    this.paused = false;
    this.request?.abort();
    if (active.delete(this)) proceed();
  }

  show(done) {
    this.done = done;
    this.querySelector("form").hidden = true;
    this.querySelector("[data-retry]").hidden = true;
    this.querySelector("[data-cancel]").hidden = false;
    const bar = this.querySelector("progress");
    bar.hidden = false;
    bar.value = done * 100;
    this.querySelector("[data-progress]").hidden = false;
    this.say(`${Math.round(done * 100)}% enviado`);
  }

  say(text) {
    this.querySelector("[data-said]").textContent = text;
  }
});

// Shows what is left of the day's quota, if the page that was read again says it.
function showQuota(left) {
  document.getElementById("cota")?.remove();
  if (!left) return;
  document.querySelector("main h1").before(left);
  announce(left.textContent.trim());
}

function proceed() {
  if (active.size > 0 || !proceeds) return;
  const form = proceeds;
  proceeds = null;
  sendable(form);
  form.requestSubmit();
}

// Takes a slot out of the summary of what is missing, once it is filled.
function settle(id, title) {
  const summary = document.querySelector("main .problems");
  summary?.querySelector(`a[href="#${id}"]`)?.closest("li").remove();
  if (!summary || summary.querySelector("li")) return;
  summary.remove();
  document.title = title;
}

const isHEIC = (file) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);

// Browsers that can read a HEIC photo turn it into a JPEG; the others return nothing.
async function asJPEG(file) {
  try {
    return await drawn(file, await createImageBitmap(file, { imageOrientation: "from-image" }));
  } catch {
    return null;
  }
}

// What is wrong with a photo: dark, small or blurred. Whether it is cut is never guessed.
async function doubtOf(file) {
  if (!/^image\//.test(file.type)) return "";
  try {
    const image = await createImageBitmap(file);
    if (Math.max(image.width, image.height) < 1000) return "A foto é pequena e talvez não dê para ler. Chegue mais perto.";
    const scale = 256 / Math.max(image.width, image.height);
    const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    context.drawImage(image, 0, 0, width, height);
    const pixels = context.getImageData(0, 0, width, height).data;
    const grey = Array.from({ length: width * height }, (_, i) => .3 * pixels[4 * i] + .59 * pixels[4 * i + 1] + .11 * pixels[4 * i + 2]);
    const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
    if (mean < 50) return "A foto saiu escura. Tire outra perto de uma janela.";
    const spread = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
    let edges = 0;
    for (let i = width + 1; i < grey.length - width - 1; i++) edges += Math.abs(4 * grey[i] - grey[i - 1] - grey[i + 1] - grey[i - width] - grey[i + width]);
    if (spread > 100 && edges / grey.length < 1.5) return "A foto saiu tremida. Apoie o celular.";
  } catch { /* the server looks at it */ }
  return "";
}

// Returns a photo of at most 2000 pixels, upright; a file that the browser cannot read is sent unchanged.
async function smaller(file) {
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, longest / Math.max(image.width, image.height));
    if (scale === 1 && file.size < 2 ** 20) return file;
    const small = await drawn(file, image);
    return small && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}

// Draws an image with at most the longest side, as JPEG.
async function drawn(file, image) {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", 0.85); });
  return blob && new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" });
}
