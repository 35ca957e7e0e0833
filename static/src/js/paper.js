// A printed page says when it was printed. The form of dates is made then: reading the language's
// own takes longer than all the rest of this script.
addEventListener("beforeprint", () => {
  const form = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short" });
  for (const place of document.querySelectorAll("[data-issued]")) place.textContent = `em ${form.format(new Date())}`;
});
