// After a record beside a page was closed, its link on the page has the focus again: the keys go on from there.
export function focusClosed(links) {
  const before = document.referrer && new URL(document.referrer).pathname;
  if (before === location.pathname || document.querySelector(".dock") || document.activeElement !== document.body) return;
  links.find((link) => link.pathname === before)?.focus();
}
