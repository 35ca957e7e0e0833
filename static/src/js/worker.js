// The service worker of the pages of associates (handlers/doors): without internet it shows the page that says so, and the
// card that was opened before. It keeps nothing else of a person, and that only until they sign out.
const shell = "shell-1";
const own = "own";
const offline = "/sem-internet";
const kept = /^\/cadastro\/carteirinha$|^\/api\/v1\/users\/\d+\/avatar$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname.startsWith("/cadastro/sair")) event.waitUntil(caches.delete(own));
  if (request.method !== "GET") return;
  if (kept.test(pathname)) event.respondWith(fresh(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(offline)));
  else if (pathname.startsWith("/static/")) event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});

// The offline page with the files that it names.
async function install() {
  const cache = await caches.open(shell);
  const page = await fetch(offline, { credentials: "omit" });
  const files = [...(await page.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map((match) => match[1]);
  await Promise.all([cache.put(offline, page), cache.addAll([...new Set(files)])]);
  await self.skipWaiting();
}

async function clean() {
  for (const name of await caches.keys()) if (name !== shell && name !== own) await caches.delete(name);
}

// The newest answer, or the one that was kept. An answer that leads elsewhere, such as to the sign-in, is not kept.
async function fresh(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await (await caches.open(own)).put(request, answer.clone());
    else await caches.delete(own);
    return answer;
  } catch {
    return (await caches.match(request)) ?? caches.match(offline);
  }
}
