// Opens the page of a link or of a button with data-ask as a dialog over this page. The address
// becomes the page's own, so that Back closes the dialog; without an answer the page itself opens. Keys press
// the parts with data-key while no field has the focus.
import htmx from "htmx.org";
import { holdsUnsaved } from "./forms.js";
import { asPart } from "./rows.js";

// The address that a button of a form with the method get leads to, without empty values, and
// without the single rows of a selection of all.
function asked(button) {
  const address = new URL(button.formAction);
  for (const [name, value] of new FormData(button.form, button)) if (value !== "") address.searchParams.append(name, value);
  if (address.searchParams.has("todos")) address.searchParams.delete("ids");
  return address.href;
}

// The element that has the focus again after the dialog: the link or, in a menu, the button that opened the menu.
function openerOf(link) {
  const menu = link.closest("[popover]");
  return menu ? menu.opener ?? document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`) : link;
}

customElements.define("x-pergunta", class extends HTMLElement {
  connectedCallback() {
    document.addEventListener("click", this.clicked);
    document.addEventListener("keydown", this.pressed);
    document.addEventListener("htmx:after:swap", this.redrawn);
    document.addEventListener("htmx:after:request", this.answered);
    document.addEventListener("htmx:before:history:restore", this.restoring);
    window.addEventListener("popstate", this.left);
    window.navigation?.addEventListener("navigate", this.going);
    this.addEventListener("close", () => this.closed(), { capture: true });
    this.addEventListener("cancel", (event) => this.leaving(event), { capture: true });
    this.addEventListener("click", (event) => event.target.closest("[command=close]") && this.leaving(event), { capture: true });
  }

  clicked = (event) => {
    const link = event.target.closest("[data-ask]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.opener = openerOf(link);
    this.open(link.href ?? asked(link));
  };

  async open(address) {
    const answer = await fetch(address, { headers: asPart }).catch(() => null);
    const text = answer?.ok ? await answer.text() : "";
    if (!text.includes("<dialog")) return location.assign(address);
    this.under = location.href;
    history.pushState({ pergunta: true }, "", address);
    this.innerHTML = text;
    htmx.process(this);
    this.querySelector("dialog").showModal();
  }

  // The answer to a refused form is the dialog again.
  redrawn = () => {
    const dialog = this.querySelector("dialog:not([open])");
    if (!dialog || !this.under) return;
    dialog.showModal();
    dialog.querySelector("[data-focus]")?.focus();
  };

  // The page after an accepted form replaces the dialog in the history.
  answered = (event) => {
    const { ctx } = event.detail;
    if (this.under && ctx.hx?.redirect && this.contains(ctx.sourceElement)) history.replaceState(null, "", this.under);
  };

  pressed = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem("atalhos") === "desligados") return;
    if (event.target.closest("textarea, select, input:not([type=radio], [type=checkbox])")) return;
    // A choice of texts is opened by Enter: the link of the chosen one is the only visible.
    const chosen = event.key === "Enter" && [...this.querySelectorAll("dialog[open] [data-enter]")].find((link) => link.checkVisibility());
    const part = chosen || this.querySelector(`dialog[open] [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!part) return;
    event.preventDefault();
    part.click();
    part.focus();
  };

  leaving(event) {
    if (holdsUnsaved(this) && !confirm("O que você escreveu ainda não foi salvo. Descartar?")) event.preventDefault();
  }

  // Ends the dialog after its form was accepted: the address takes its place in the history, or that of the page under it.
  finish(address) {
    history.replaceState(null, "", address ?? this.under);
    this.under = null;
    this.replaceChildren();
  }

  closed() {
    if (this.under && !this.querySelector("dialog[open]")) history.back();
  }

  left = () => {
    if (!this.under) return;
    this.back = location.href;
    this.under = null;
    this.replaceChildren();
    this.opener?.focus();
  };

  // htmx handles every way back, after which the browser focuses the start of the page.
  going = (event) => {
    if (this.under && event.navigationType === "traverse" && event.canIntercept) event.intercept({ focusReset: "manual" });
  };

  // The page under the dialog is still in the document, so that htmx need not request it again.
  restoring = (event) => {
    if (this.back === location.href) event.preventDefault();
    this.back = null;
  };
});

document.body.append(document.createElement("x-pergunta"));
