// A printed page says when it was printed.
const form = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeStyle: "short" });

addEventListener("beforeprint", () => {
  for (const place of document.querySelectorAll("[data-issued]")) place.textContent = `em ${form.format(new Date())}`;
});
