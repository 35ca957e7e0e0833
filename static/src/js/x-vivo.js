// Parts of a page that are read again after every change that the server announces, such as the queue on the day page, and
// after a drawer over them is closed. What changed since the page was written comes with the connection. A part with the
// focus is replaced only if the focus is on a link or a button with a key that the new part has too, and one in which a block
// is pressed or moved is not replaced until x-horas.js says that it has ended.
import htmx from "htmx.org";

customElements.define("x-vivo", class extends HTMLElement {
  connectedCallback() {
    this.events = new EventSource(this.dataset.live);
    this.events.addEventListener("mudou", this.refresh);
    window.addEventListener("popstate", this.refresh);
  }

  disconnectedCallback() {
    this.events.close();
    window.removeEventListener("popstate", this.refresh);
  }

  // Changes during a reading are read after it, so that many changes are few readings.
  refresh = async () => {
    this.again = true;
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.again) {
        this.again = false;
        await this.read();
      }
    } finally {
      this.reading = false;
    }
  };

  async read() {
    const address = location.href;
    const answer = await fetch(address, { headers: { "X-Background": "true" } }).catch(() => null); // leaves the toast to the next page
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (location.href !== address) return;
    for (const part of this.dataset.parts.split(" ")) {
      const [old, now] = [document.querySelector(part), page.querySelector(part)];
      if (old && now && !replace(old, now)) this.missed = true;
    }
  }

  // Reads what could not be shown while a part was in use.
  catchUp() {
    if (!this.missed) return;
    this.missed = false;
    this.refresh();
  }
});

// sameAs returns the selector of the control in a new version of the page; of anything else one that finds nothing.
function sameAs(control) {
  if (control.matches("a[href]")) return `a[href="${CSS.escape(control.getAttribute("href"))}"]`;
  return control.matches("button[data-key]") ? `button[data-key="${CSS.escape(control.dataset.key)}"]` : ":not(*)";
}

// replace reports whether the part was replaced; one with a block under a finger, or with a focus that would be lost, stays.
function replace(old, now) {
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  const next = held && now.querySelector(sameAs(held));
  if (held && !next || old.querySelector("[data-pressed], [data-moving]")) return false;
  old.replaceWith(now);
  htmx.process(now);
  next?.focus();
  return true;
}
