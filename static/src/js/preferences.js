// Theme, density and the folded menu: the server reads them from cookies and writes them on <html>,
// so that no page flashes; here they change at once, and the cookie is updated.

const root = document.documentElement;

function remember(name, value) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

const toggles = {
  densidade(button) {
    const compact = root.dataset.density === "confortavel";
    root.dataset.density = compact ? "compacta" : "confortavel";
    button.setAttribute("aria-checked", String(compact));
    remember("densidade", root.dataset.density);
  },
  menu(button) {
    const folded = root.dataset.menu !== "recolhido";
    root.dataset.menu = folded ? "recolhido" : "";
    button.setAttribute("aria-expanded", String(!folded));
    remember("menu", root.dataset.menu);
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-preference]");
  if (button) toggles[button.dataset.preference]?.(button);
});

const themes = ["auto", "claro", "escuro"];
const classes = { auto: "auto", claro: "", escuro: "dark" };
const names = { auto: "automático", claro: "claro", escuro: "escuro" };

customElements.define("x-tema", class extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector("button");
    this.button.addEventListener("click", () => this.next());
    this.show();
  }

  next() {
    this.dataset.theme = themes[(themes.indexOf(this.dataset.theme) + 1) % themes.length];
    root.className = classes[this.dataset.theme];
    remember("tema", this.dataset.theme);
    this.show();
  }

  show() {
    for (const face of this.querySelectorAll("[data-for]")) face.hidden = face.dataset.for !== this.dataset.theme;
    this.button.setAttribute("aria-label", `Tema: ${names[this.dataset.theme]}. Trocar`);
    this.button.title = `Tema: ${names[this.dataset.theme]}`;
  }
});
