// Limits the elements that htmx processes, and shows a hairline during requests.
import htmx from "htmx.org";

const asks = "[hx-action], [hx-get], [hx-post], [hx-put], [hx-patch], [hx-delete], [hx-query]";

// htmx would read every attribute of every element for hx-on and hx-boost; the content policy forbids the first, and no
// page uses the second. Therefore it gets only elements with a request.
document.addEventListener("htmx:before:process", (event) => {
  if (event.target.matches(asks)) return;
  event.preventDefault();
  for (const one of event.target.querySelectorAll(asks)) htmx.process(one);
});

// The hairline is toggled here: a CSS rule with :has() on body would make the browser restyle the
// page on every change.
const waiting = new Set();

document.addEventListener("htmx:before:request", ({ detail }) => {
  waiting.add(detail.ctx);
  showWaiting();
});
document.addEventListener("htmx:finally:request", ({ detail }) => {
  // After an answer that redirects, waiting continues until the next page has loaded.
  if (!detail.ctx.hx?.redirect) waiting.delete(detail.ctx);
  showWaiting();
});

function showWaiting() {
  document.querySelector(".hairline")?.toggleAttribute("data-waiting", waiting.size > 0);
}
