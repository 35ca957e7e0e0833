// The last page before signing: shows the drawn signature, and sends it with the time zone.
import { isEnough, picture, read } from "./strokes.js";

customElements.define("x-conferir", class extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    form.elements.timezone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.showSending(form);
    const image = this.querySelector("img");
    if (image) this.draw(image, form.elements.signature_image_base64);
  }

  disconnectedCallback() {
    removeEventListener("pageshow", this.restore);
  }

  draw(image, field) {
    const strokes = read(this.dataset.key);
    if (!isEnough(strokes)) {
      location.replace(this.dataset.back);
      return;
    }
    image.src = field.value = picture(strokes);
    field.form.elements.strokes.value = strokes.length;
    image.hidden = false;
  }

  // forms.js lets a form be sent only once.
  showSending(form) {
    const button = [...form.elements].find(({ type }) => type === "submit");
    const label = button.textContent;
    form.addEventListener("submit", () => {
      button.textContent = "Assinando…";
      button.setAttribute("aria-disabled", "true");
    });
    addEventListener("pageshow", this.restore = () => {
      button.textContent = label;
      button.removeAttribute("aria-disabled");
    });
  }
});
