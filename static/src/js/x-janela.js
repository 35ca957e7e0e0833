// Opens its link in a window of its own, and reloads the page once the window reports its result or the status at
// data-status changes. Without a window the link opens as any other.
import { channelName } from "./window-channel.js";

const pause = 2000;

customElements.define("x-janela", class extends HTMLElement {
  connectedCallback() {
    this.querySelector("a").addEventListener("click", (event) => {
      if (!window.open(event.currentTarget.href, "acolhe-conta", "popup,width=520,height=680")) return;
      event.preventDefault();
      this.wait();
    });
  }

  disconnectedCallback() {
    this.end();
  }

  async wait() {
    this.end();
    const reload = () => location.reload();
    this.channel = new BroadcastChannel(channelName);
    this.channel.addEventListener("message", reload);
    const before = await this.status();
    this.timer = setInterval(async () => {
      if (await this.status() !== before) reload();
    }, pause);
  }

  end() {
    this.channel?.close();
    clearInterval(this.timer);
  }

  async status() {
    const answer = await fetch(this.dataset.status, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).data.connected_at : undefined;
  }
});
