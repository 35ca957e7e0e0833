// A toast. Its duration is a CSS animation, which a pointer or the focus pauses; when the animation
// ends the toast is removed. It is announced through the live region of the page.
import { announce } from "./announce.js";

// A modal dialog covers everything outside the top layer.
function raise(toaster) {
  if (toaster.matches(":popover-open")) toaster.hidePopover();
  if (document.querySelector("dialog:modal")) toaster.showPopover();
}

customElements.define("x-desfazer", class extends HTMLElement {
  connectedCallback() {
    const toaster = this.closest(".toaster");
    if (toaster) raise(toaster);
    if (this.getAttribute("role") !== "alert") announce(this.querySelector("p").textContent);
    this.addEventListener("animationend", (event) => {
      if (event.animationName === "toast-life") this.remove();
    });
    this.addEventListener("click", (event) => {
      if (event.target.closest("[data-close]")) this.remove();
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.remove();
    });
  }
});
