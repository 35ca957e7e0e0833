// Tells the page that opened this window that an account was connected or refused, and closes the window. The headers
// separate the windows, so that the result is also sent over a channel.
import { channelName } from "./window-channel.js";

customElements.define("x-retorno", class extends HTMLElement {
  connectedCallback() {
    new BroadcastChannel(channelName).postMessage("returned");
    window.opener?.postMessage("returned", location.origin);
    window.close();
  }
});
