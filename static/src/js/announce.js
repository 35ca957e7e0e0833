// Announces to screen readers a change that is visible anyway. The text is set one frame after the
// region was emptied, because otherwise the same sentence would not be read a second time.
export function announce(text) {
  const region = document.getElementById("anuncio");
  if (!region) return;
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}
