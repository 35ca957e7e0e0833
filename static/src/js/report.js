// Reports errors of this program's own scripts, and how quickly the page loaded and reacted. Loaded before the script of
// the page, so that its errors are seen too. Nothing of what a person typed is sent: no query, no content of the page.
import { onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";

// A page reports each error once and at most so many, a tab at most 20 until it is closed.
const mostOfPage = 5;
const mostOfTab = 20;
const errorsPath = "/api/v1/system-errors";
const vitalsPath = "/api/v1/web-vitals";

const release = document.querySelector("script[data-release]")?.dataset.release;
const seen = new Set();
const waiting = { [errorsPath]: [], [vitalsPath]: [] };

addEventListener("error", (event) => report(event.error, event.message));
addEventListener("unhandledrejection", (event) => report(event.reason, String(event.reason?.message ?? event.reason)));
addEventListener("online", send);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && send());

// Programs that drive a browser are not measured.
if (!navigator.webdriver) for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(measure);

function report(error, text) {
  const stack = error?.stack ?? "";
  // Errors of extensions, of cancelled requests and of a lost connection are not of this program.
  if (!stack.includes(location.origin) || error.name === "AbortError" || !navigator.onLine) return;
  const message = `${error.name ?? "Error"}: ${error.message ?? text}`.toWellFormed().replaceAll("\0", "").slice(0, 1000);
  if (seen.has(message) || seen.size >= mostOfPage || !count()) return;
  seen.add(message);
  waiting[errorsPath].push({ message, stack: stack.toWellFormed().replaceAll("\0", "").slice(0, 8000), url: location.pathname, release, level: "error" });
  send();
}

// count reports whether the tab may report another error.
function count() {
  try {
    const reported = Number(sessionStorage.getItem("relatos") ?? 0);
    sessionStorage.setItem("relatos", reported + 1);
    return reported < mostOfTab;
  } catch {
    return true; // without storage the page alone limits
  }
}

function measure({ id, name, value, delta, rating, navigationType }) {
  waiting[vitalsPath].push({ id, name, value, delta, rating, navigationType, path: location.pathname });
}

// Without a connection reports wait until it is back or the page is closed.
function send() {
  if (!navigator.onLine) return;
  for (const [path, reports] of Object.entries(waiting)) {
    if (reports.length) navigator.sendBeacon(path, JSON.stringify(reports.splice(0, 20)));
  }
}
