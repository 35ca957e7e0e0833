// What the drawer does to the rows of the table under it.

export const asPart = { "HX-Request": "true", "HX-Request-Type": "partial" };

// Fetches the list once more and puts the row of today in the place of the old one; whether it is
// picked stays. Without an answer the old one stays.
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
