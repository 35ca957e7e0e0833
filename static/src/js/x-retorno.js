// Tells the page that opened this window that an account was connected or refused, and closes the window. The headers
// separate the windows, so that the result is also sent over a channel.
import { channelName } from "./window-channel.js";

customElements.define("x-retorno", class extends HTMLElement {
  connectedCallback() {
    new BroadcastChannel(channelName).postMessage("returned");
    for (const origin of [location.origin, this.dataset.origin]) {
      if (origin) window.opener?.postMessage("returned", origin);
    }
    window.close();
  }
});
