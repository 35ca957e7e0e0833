// Updates the table row under a drawer.

export const asPart = { "HX-Request": "true", "HX-Request-Type": "partial" };

// Requests the list again and replaces the row by its current version, which stays selected if it
// was. Without an answer the old row stays.
export async function renewed(link, list) {
  const answer = await fetch(list, { headers: asPart }).catch(() => null);
  if (!answer?.ok) return link;
  const rows = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = rows.querySelector(`[data-row][href="${link.getAttribute("href")}"]`);
  if (!fresh) return link;
  const [old, row] = [link, fresh].map((one) => one.closest("tr"));
  const picked = old.querySelector(".pick");
  if (picked) row.querySelector(".pick").checked = picked.checked;
  old.replaceWith(row);
  return fresh;
}
