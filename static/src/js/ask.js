import { signInOver } from "./session.js";

// Requests options from the server, for x-busca and x-paleta. After an ended session it waits until the person has
// signed in again.
export async function ask(address, parameters, signal) {
  const url = new URL(address, location.href);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const answer = await fetch(url, { signal, headers: { "HX-Request": "true", Accept: "text/html" } });
  if (answer.status === 401) {
    return new Promise((resolve) => { signInOver(answer, () => resolve(ask(address, parameters, signal))); });
  }
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return answer.text();
}
