// What htmx looks at, and what is seen while it waits.
import htmx from "htmx.org";

const asks = "[hx-action], [hx-get], [hx-post], [hx-put], [hx-patch], [hx-delete], [hx-query]";

// htmx would read every attribute of every element, for hx-on and hx-boost; the content policy
// forbids the one, and no page has the other. It is shown the elements that ask for something.
document.addEventListener("htmx:before:process", (event) => {
  if (event.target.matches(asks)) return;
  event.preventDefault();
  for (const one of event.target.querySelectorAll(asks)) htmx.process(one);
});

// The hairline is told by itself: a rule that asks whether body has something that waits makes the
// browser style the page anew whenever anything in it changes.
const waiting = new Set();

document.addEventListener("htmx:before:request", ({ detail }) => {
  waiting.add(detail.ctx);
  tell();
});
document.addEventListener("htmx:finally:request", ({ detail }) => {
  // An answer that leads to another page is waited for until that page is there.
  if (!detail.ctx.hx?.redirect) waiting.delete(detail.ctx);
  tell();
});

function tell() {
  document.querySelector(".hairline")?.toggleAttribute("data-waiting", waiting.size > 0);
}
