// Shows the PDF of the saved draft. The last good one stays until the next is ready. Where the browser shows no PDF in a
// page, a link opens it.
export class TermPreview {
  constructor(root) {
    Object.assign(this, {
      root, form: root.querySelector("form"), place: root.querySelector("[data-pages]"),
      updating: root.querySelector("[data-updating]"), failed: root.querySelector("[data-failed]"),
    });
    this.place.querySelector("p").hidden = navigator.pdfViewerEnabled;
    this.failed.querySelector("button").addEventListener("click", () => this.update());
    this.form.addEventListener("change", () => this.update());
    this.form.addEventListener("reset", () => setTimeout(() => this.update()));
    this.update();
  }

  // The address has the sample values that the person changed.
  get address() {
    const url = new URL(this.form.action);
    for (const field of this.form.querySelectorAll("input")) if (field.value !== field.defaultValue) url.searchParams.set(field.name, field.value);
    return url.href;
  }

  async update() {
    clearTimeout(this.timer);
    this.asked = (this.asked ?? 0) + 1;
    const asked = this.asked;
    this.updating.hidden = false;
    const answer = await fetch(this.address).catch(() => null);
    if (asked !== this.asked) return;
    this.failed.hidden = Boolean(answer?.ok);
    this.place.dataset.shown = String(asked);
    if (answer?.ok && navigator.pdfViewerEnabled) this.show(asked);
    else this.updating.hidden = true;
  }

  // The browser draws a new frame in black before its first page: it is shown once it has one, and until then the grey of the
  // desk, or the page before, stays.
  show(asked) {
    const old = this.place.querySelectorAll("iframe");
    const frame = document.createElement("iframe");
    frame.title = "Página da prévia";
    frame.src = `${this.address}#toolbar=0&navpanes=0&view=FitH`;
    frame.dataset.loading = "";
    const ready = () => {
      delete frame.dataset.loading;
      old.forEach((one) => one.remove());
      if (asked === this.asked) this.updating.hidden = true;
    };
    frame.addEventListener("load", () => requestAnimationFrame(() => requestAnimationFrame(ready)), { once: true });
    this.place.append(frame);
  }
}
