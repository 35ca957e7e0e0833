// The time of day in the association's zone, in which the server writes every time; that of the browser may be another.
export function clock(date = new Date()) {
  return date.toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit", timeZone: document.documentElement.dataset.zone });
}
