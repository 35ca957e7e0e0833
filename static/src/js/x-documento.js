// A document beside the data of the record: zoom, turn and drag of its picture, and the keys of a decision. Without it the
// page is made of links and forms.
customElements.define("x-documento", class extends HTMLElement {
  connectedCallback() {
    this.image = this.querySelector("[data-stage] img");
    this.scale = 1;
    this.turn = 0;
    this.at = [0, 0];
    this.sheet = this.querySelector(".chk-no");
    if (this.image) this.makeMovable();
    for (const radio of this.querySelectorAll("[name=motivo]")) radio.addEventListener("change", () => this.say(radio));
    document.addEventListener("keydown", this.pressed, true);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.pressed, true);
  }

  makeMovable() {
    const tools = this.querySelector("[data-tools]");
    tools.hidden = false;
    tools.addEventListener("click", (event) => {
      const does = event.target.closest("[data-does]")?.dataset.does;
      if (does) this.act(does);
    });
    this.image.addEventListener("dragstart", (event) => event.preventDefault());
    this.image.addEventListener("pointerdown", (down) => {
      const from = [...this.at];
      this.image.setPointerCapture(down.pointerId);
      this.image.onpointermove = (move) => {
        this.at = [from[0] + move.clientX - down.clientX, from[1] + move.clientY - down.clientY];
        this.draw();
      };
      this.image.onpointerup = this.image.onpointercancel = () => { this.image.onpointermove = null; };
    });
  }

  act(does) {
    if (does === "turn") this.turn = (this.turn + 90) % 360;
    else this.scale = Math.min(4, Math.max(.5, this.scale + (does === "zoom-in" ? .25 : -.25)));
    this.draw();
  }

  draw() {
    this.image.style.transform = `translate(${this.at[0]}px, ${this.at[1]}px) rotate(${this.turn}deg) scale(${this.scale})`;
    this.querySelector("[data-zoom]").textContent = `${Math.round(this.scale * 100)}%`;
  }

  // The sentence of a reason is the letter, until somebody changes it.
  say(radio) {
    const field = this.querySelector("[name=reason]");
    const sentences = [...this.querySelectorAll("[name=motivo]")].map((one) => one.dataset.sentence);
    if (field.value === "" || sentences.includes(field.value)) field.value = radio.dataset.sentence;
    if (radio.value === "outro") field.focus();
  }

  pressed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    if (localStorage.getItem("atalhos") === "desligados" || document.querySelector("dialog:modal, :popover-open:not(.toaster)")) return;
    if (this.handle(event.key.toLowerCase())) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };

  handle(key) {
    const isRefusing = this.sheet?.open;
    if (isRefusing && key === "escape") return this.close();
    if (isRefusing && key === "enter") return this.send();
    if (/^[1-6]$/.test(key)) return isRefusing ? this.choose(Number(key) - 1) : this.tick(Number(key) - 1);
    if (key === "j" || key === "k") return this.go(this.dataset[key === "j" ? "next" : "before"]);
    if (this.image && "+=-g".includes(key)) {
      this.act({ "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", g: "turn" }[key]);
      return true;
    }
    return false;
  }

  close() {
    this.sheet.open = false;
    this.sheet.querySelector("summary").focus();
    return true;
  }

  send() {
    this.sheet.querySelector("form").requestSubmit();
    return true;
  }

  choose(place) {
    const radio = this.querySelectorAll("[name=motivo]")[place];
    if (!radio) return false;
    radio.checked = true;
    radio.focus();
    this.say(radio);
    return true;
  }

  tick(place) {
    const box = this.querySelectorAll("[data-tick]")[place];
    if (!box) return false;
    box.checked = !box.checked;
    return true;
  }

  go(address) {
    if (address) location.assign(address);
    return true;
  }
});
