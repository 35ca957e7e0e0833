// Tells a screen reader something that the eye sees anyway. The text is set one frame after the
// region was emptied: the same sentence twice would otherwise not be read again.
export function announce(text) {
  const region = document.getElementById("anuncio");
  if (!region) return;
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}
