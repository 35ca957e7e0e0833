// Stores the rows of the last list, so that J and K open the next and the previous record.
const stored = "vizinhos";

window.addEventListener("pagehide", () => {
  const rows = [...document.querySelectorAll("[data-results] tbody [data-row]")];
  if (rows.length > 0) sessionStorage.setItem(stored, JSON.stringify(rows.map((row) => row.getAttribute("href"))));
});

// Opens the record beside this one; by is 1 for the next and -1 for the previous one. Reports whether there is one.
export function openNeighbour(by) {
  const rows = JSON.parse(sessionStorage.getItem(stored) ?? "[]");
  const here = rows.indexOf(location.pathname);
  const next = here < 0 ? undefined : rows[here + by];
  if (next) location.assign(next);
  return Boolean(next);
}
