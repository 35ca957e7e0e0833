// Writes the time of printing onto the page. The date format is created only then, because loading
// the locale takes longer than the rest of this script.
addEventListener("beforeprint", () => {
  const form = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short", timeZone: document.documentElement.dataset.zone });
  for (const place of document.querySelectorAll("[data-issued]")) place.textContent = `em ${form.format(new Date())}`;
});

addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) print();
});
