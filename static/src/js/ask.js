// Requests options from the server, for x-busca and x-paleta. Returns null when the session has
// ended and the page is redirecting to the login page.
export async function ask(address, parameters, signal) {
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const answer = await fetch(url, { signal, headers: { "HX-Request": "true", Accept: "text/html" } });
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) {
    location.href = elsewhere;
    return null;
  }
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer.text();
}
