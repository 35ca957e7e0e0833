// The answer to a form whose address has no page, such as an error, takes the address of its page: a
// reload then shows that page, and the address in the bar can be kept.
const address = document.querySelector("main[data-address]")?.dataset.address;
if (address) history.replaceState(history.state, "", address);
