// The page of the staff without internet opens the requested page when the internet is back.
customElements.define("x-sem-internet", class extends HTMLElement {
  connectedCallback() {
    addEventListener("online", () => location.reload(), { once: true });
  }
});
