// The place of the drawer that shows a table row over its list. The address becomes the record's,
// so that Back closes the drawer and Forward opens it again; J and K go on to the next row while it
// is open, X selects the row and E edits it.
import htmx from "htmx.org";
import { holdsUnsaved } from "./forms.js";
import { asPart, renewed } from "./rows.js";

// leadsTo reports whether a control is a link to the row's record; an item of a menu opens the page.
function leadsTo(row, control) {
  return control.matches("a:not([role])") && control.getAttribute("href") === row.getAttribute("href");
}

customElements.define("x-gaveta", class extends HTMLElement {
  connectedCallback() {
    document.addEventListener("click", this.clicked);
    document.addEventListener("htmx:before:history:restore", this.restoring);
    document.addEventListener("htmx:after:history:push", this.forget);
    document.addEventListener("htmx:after:swap", this.redrawn);
    this.addEventListener("x-editar:saved", () => this.refresh());
    window.addEventListener("popstate", this.left);
    window.navigation?.addEventListener("navigate", this.going);
    this.addEventListener("close", () => this.closed(), { capture: true });
    this.addEventListener("cancel", (event) => this.leaving(event), { capture: true });
    this.addEventListener("click", (event) => event.target.closest("[command=close]") && this.leaving(event), { capture: true });
    this.addEventListener("click", (event) => this.again(event));
    this.addEventListener("keydown", (event) => this.pressed(event));
  }

  // A link that reads the record again reads it into the drawer.
  again(event) {
    if (!event.target.closest("[data-again]")) return;
    event.preventDefault();
    this.open(this.row);
  }

  disconnectedCallback() {
    document.removeEventListener("click", this.clicked);
    document.removeEventListener("htmx:before:history:restore", this.restoring);
    document.removeEventListener("htmx:after:history:push", this.forget);
    document.removeEventListener("htmx:after:swap", this.redrawn);
    window.removeEventListener("popstate", this.left);
    window.navigation?.removeEventListener("navigate", this.going);
  }

  get rows() {
    return [...document.querySelectorAll("[data-results] tbody [data-row]")];
  }

  // A plain click anywhere in a row opens the drawer; with a modifier or the middle button the page
  // opens.
  clicked = (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const row = event.target.closest("[data-results] tbody tr")?.querySelector("[data-row]");
    const control = event.target.closest("a, button, input, label, .box");
    if (!row || control && !leadsTo(row, control) || String(getSelection()) !== "") return;
    event.preventDefault();
    this.open(row);
  };

  async open(row) {
    const address = row.getAttribute("href");
    const text = await this.ask(address);
    // For an error, open the record's own page.
    if (!text) return location.assign(address);
    if (!this.row) this.list = location.href;
    history[this.row ? "replaceState" : "pushState"]({ gaveta: true }, "", address);
    this.show(row, text);
  }

  // Returns the HTML of a record's drawer; empty if there is none.
  async ask(address) {
    const answer = await fetch(`${address}?drawer=1`, { headers: asPart }).catch(() => null);
    const text = answer?.ok ? await answer.text() : "";
    return text.includes("<dialog") ? text : "";
  }

  show(row, text) {
    this.row = row;
    this.innerHTML = text;
    htmx.process(this);
    this.querySelector("dialog").showModal();
    this.dataset.open = "";
  }

  // Updates the row under the drawer after a change.
  async refresh() {
    if (this.row) this.row = await renewed(this.row, this.list);
  }

  // The answer to a form in the drawer is the drawer again, that to a form of the page may be a first one.
  redrawn = () => {
    const dialog = this.querySelector("dialog:not([open])");
    dialog?.showModal();
    dialog?.querySelector("form:not([hidden]) textarea")?.focus();
  };

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem("atalhos") === "desligados") return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (this.act(event.key.toLowerCase())) event.preventDefault();
  }

  act(key) {
    switch (key) {
      case "j": return this.goOn(1);
      case "k": return this.goOn(-1);
      case "x": return this.press(this.row?.closest("tr").querySelector(".pick"));
    }
    return this.press(this.querySelector(`dialog [data-key="${CSS.escape(key)}"]`));
  }

  press(target) {
    target?.click();
    return Boolean(target);
  }

  goOn(by) {
    const rows = this.rows;
    const next = rows[rows.indexOf(this.row) + by];
    if (next && this.mayLeave()) this.open(next);
    return Boolean(next);
  }

  // Asks before typed changes are lost, as leaving a page does.
  mayLeave() {
    return !holdsUnsaved(this) || confirm("O que você escreveu ainda não foi salvo. Descartar?");
  }

  leaving(event) {
    if (!this.mayLeave()) event.preventDefault();
  }

  // Closing restores the address of the list, and focuses the last shown row.
  closed() {
    if (this.row && !this.querySelector("dialog[open]")) history.back();
  }

  // htmx handles every way back, after which the browser focuses the start of the page; here the row gets the focus.
  going = (event) => {
    if (this.row && event.navigationType === "traverse" && event.canIntercept) event.intercept({ focusReset: "manual" });
  };

  left = (event) => {
    if (this.row && event.state?.gaveta) return;
    if (this.row) this.leave();
    else if (event.state?.gaveta) this.comeBack();
  };

  leave() {
    this.under = location.href;
    if (!this.mayLeave()) return history.forward();
    const row = this.row;
    this.row = null;
    this.replaceChildren();
    delete this.dataset.open;
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

  // The list under the drawer is still in the page, so that htmx need not request it again.
  restoring = (event) => {
    if (this.under === location.href) event.preventDefault();
    this.forget();
  };

  forget = () => { this.under = null; };
});
