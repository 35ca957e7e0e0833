// The place of the drawer that shows a row of the table over its list. The address becomes the
// record's, so that Back closes the drawer and Forward opens it again; J and K go on to the next
// row while it is open.
import htmx from "htmx.org";

customElements.define("x-gaveta", class extends HTMLElement {
  connectedCallback() {
    document.addEventListener("click", this.clicked);
    document.addEventListener("htmx:before:history:restore", this.restoring);
    document.addEventListener("htmx:after:history:push", this.forget);
    window.addEventListener("popstate", this.left);
    this.addEventListener("close", () => this.closed(), { capture: true });
    this.addEventListener("keydown", (event) => this.pressed(event));
  }

  disconnectedCallback() {
    document.removeEventListener("click", this.clicked);
    document.removeEventListener("htmx:before:history:restore", this.restoring);
    document.removeEventListener("htmx:after:history:push", this.forget);
    window.removeEventListener("popstate", this.left);
  }

  get rows() {
    return [...document.querySelectorAll("[data-results] tbody [data-row]")];
  }

  // A plain click anywhere in a row; with a modifier or the middle button the page opens.
  clicked = (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const row = event.target.closest("[data-results] tbody tr")?.querySelector("[data-row]");
    if (!row || event.target.closest("a:not([data-row]), button, input, label, .box") || String(getSelection()) !== "") return;
    event.preventDefault();
    this.open(row);
  };

  async open(row) {
    const address = row.getAttribute("href");
    const text = await this.ask(address);
    // What cannot be shown here is said by its own page.
    if (!text) return location.assign(address);
    history[this.row ? "replaceState" : "pushState"]({ gaveta: true }, "", address);
    this.show(row, text);
  }

  // The drawer of a record; nothing when the server has none.
  async ask(address) {
    const answer = await fetch(`${address}?drawer=1`, { headers: { "HX-Request": "true", "HX-Request-Type": "partial" } }).catch(() => null);
    const text = answer?.ok ? await answer.text() : "";
    return text.includes("<dialog") ? text : "";
  }

  show(row, text) {
    this.row = row;
    this.innerHTML = text;
    htmx.process(this);
    this.querySelector("dialog").showModal();
  }

  pressed(event) {
    const by = { j: 1, k: -1 }[event.key.toLowerCase()];
    if (!by || event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem("atalhos") === "desligados") return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const rows = this.rows;
    const next = rows[rows.indexOf(this.row) + by];
    if (!next) return;
    event.preventDefault();
    this.open(next);
  }

  // Closing leads back to the address of the list, and to the row that was shown last.
  closed() {
    if (this.row && !this.querySelector("dialog[open]")) history.back();
  }

  left = (event) => {
    if (this.row) this.leave();
    else if (event.state?.gaveta) this.comeBack();
  };

  leave() {
    this.under = location.href;
    const row = this.row;
    this.row = null;
    this.replaceChildren();
    row.focus();
  }

  async comeBack() {
    const address = location.pathname;
    const row = this.rows.find((one) => one.getAttribute("href") === address);
    if (!row) return location.reload();
    this.under = location.href;
    const text = await this.ask(address);
    if (location.pathname !== address) return;
    if (text) this.show(row, text);
    else location.reload();
  }

  // The list that lay under the drawer is there still: htmx need not fetch it again.
  restoring = (event) => {
    if (this.under === location.href) event.preventDefault();
    this.forget();
  };

  forget = () => { this.under = null; };
});
