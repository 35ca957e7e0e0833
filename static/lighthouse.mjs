// Runs Lighthouse as a phone sees the pages, prints a line for each with the failed audits, and exits 1 below the budgets. Run it
// alone, because other work on the machine lowers the performance scores.
//
// `node static/lighthouse.mjs [binary]` starts bin/acolhe with sample data in a temporary directory, signs in and measures the main
// pages of the staff. `node static/lighthouse.mjs -` measures pages of strangers, associates and professionals on a running server: each
// line of the standard input is an address, a tab and the Cookie header, empty for a stranger (TestScale_Lighthouse writes them).

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const staffBudget = { floors: { performance: 95, accessibility: 100, "best-practices": 100 }, ceilings: { kilobytes: 110, cls: 0.02 } };
// The first load of those who sign, register or write to the association, with a phone and without a session: 80 KiB. Search
// is shown without a budget: pages behind a session are hidden from it.
const outsideBudget = { floors: { ...staffBudget.floors, performance: 98 }, ceilings: { ...staffBudget.ceilings, kilobytes: 81.92 } };
const staffPages = ["/painel/recepcao", "/painel/agenda", "/painel/assinaturas", "/painel/relatorios", "/painel/analises/servicos", "/admin", "/admin/configuracoes/system",
  "/admin/estrutura", "/admin/dados-de-exemplo", "/admin/tarefas", "/admin/servicos/calendar", "/admin/webhooks", "/admin/erros"];
const pathWidth = 39;
const startLimit = 120_000;
const stopLimit = 40_000;

// Requests only the pages: no updates, no start page, no name look-ups.
const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const columns = [
  ["performance", 12, (m) => m.scores.performance],
  ["accessibility", 14, (m) => m.scores.accessibility],
  ["best practices", 15, (m) => m.scores["best-practices"]],
  ["search", 8, (m) => m.scores.seo],
  ["LCP s", 7, (m) => (m.lcp / 1000).toFixed(2)],
  ["CLS", 7, (m) => m.cls.toFixed(3)],
  ["TBT ms", 8, (m) => m.tbt.toFixed(0)],
  ["KB", 7, (m) => m.kilobytes.toFixed(1)],
];

const measureWanted = process.argv[2] === "-" ? measureListed : measureStaff;
process.exitCode = await measureWanted().then((kept) => (kept ? 0 : 1), (error) => {
  console.error(`lighthouse: ${error.message}`);
  return 1;
});

async function measureListed() {
  const pages = [];
  for await (const line of createInterface({ input: process.stdin })) {
    const [url, cookie] = line.split("\t");
    pages.push({ url, headers: cookie ? { Cookie: cookie } : {} });
  }
  return measureAll(pages, outsideBudget);
}

async function measureStaff() {
  const server = await startServer(resolve(process.argv[2] ?? join(root, "bin/acolhe")));
  try {
    const cookie = await signIn(server);
    const paths = ["/painel", "/painel/associados", "/painel/pedidos", await newOrderPage(server, cookie), ...staffPages];
    const pages = paths.map((path) => ({ url: server.base + path, headers: { Cookie: cookie } }));
    return await measureAll([{ url: `${server.base}/entrar`, headers: {} }, ...pages], staffBudget);
  } finally {
    await server.stop();
  }
}

// startServer returns the address and the administrator from the output of a first start.
async function startServer(binary) {
  const dir = mkdtempSync(join(tmpdir(), "acolhe-lighthouse-"));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ADDR: "127.0.0.1:0", DATA_DIR: join(dir, "data"), LOG_LEVEL: "warn" };
  const child = spawn(binary, [], { cwd: dir, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("close", done).once("error", done));
  const stop = async () => {
    child.kill("SIGTERM");
    const impatience = setTimeout(() => child.kill("SIGKILL"), stopLimit);
    await ended;
    clearTimeout(impatience);
    rmSync(dir, { recursive: true, force: true });
  };
  const overdue = setTimeout(() => child.kill("SIGTERM"), startLimit);
  const screen = await readScreen(child.stdout);
  clearTimeout(overdue);
  if (!screen.Endereço || !screen.Senha) {
    await stop();
    throw new Error(`${binary} did not start`);
  }
  return { base: screen.Endereço, email: screen["E-mail"], password: screen.Senha, stop };
}

async function readScreen(stdout) {
  const screen = {};
  for await (const line of createInterface({ input: stdout })) {
    const [, label, value] = line.match(/^\s+(\S+)\s+(.*)$/) ?? [];
    if (label) screen[label] = value.trim();
    if (label === "Parar") break;
  }
  return screen;
}

async function signIn({ base, email, password }) {
  const response = await fetch(`${base}/api/v1/auth/login`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`the login answered ${response.status}`);
  return response.headers.getSetCookie()[0].split(";")[0];
}

// newOrderPage returns the form of a new order with an associate chosen, the page that the staff uses most.
async function newOrderPage({ base }, cookie) {
  const response = await fetch(`${base}/api/v1/orders?limit=1`, { headers: { Cookie: cookie } });
  if (!response.ok) throw new Error(`the list of orders answered ${response.status}`);
  const { data: [order] } = await response.json();
  return `/painel/pedidos/novo?associado=${order.user_code}`;
}

async function measureAll(pages, budget) {
  console.log("".padEnd(pathWidth + 1) + columns.map(([label, width]) => label.padStart(width)).join(""));
  const chrome = await launch({ chromeFlags, logLevel: "error" });
  let kept = true;
  try {
    for (const { url, headers } of pages) {
      const measured = await measure(url, chrome.port, headers);
      const over = overBudget(measured, budget);
      const path = new URL(url).pathname.slice(0, pathWidth);
      console.log(path.padEnd(pathWidth + 1) + columns.map(([, width, value]) => String(value(measured)).padStart(width)).join(""));
      for (const problem of [...measured.problems, ...over]) console.log(`    ${problem}`);
      kept &&= over.length === 0;
    }
  } finally {
    chrome.kill();
  }
  return kept;
}

async function measure(url, port, extraHeaders) {
  const lhr = await run(url, { port, extraHeaders, logLevel: "error", output: "json", onlyCategories: [...Object.keys(staffBudget.floors), "seo"] });
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  const number = (audit) => lhr.audits[audit].numericValue;
  return {
    scores: Object.fromEntries(Object.entries(lhr.categories).map(([id, category]) => [id, Math.round(category.score * 100)])),
    lcp: number("largest-contentful-paint"), cls: number("cumulative-layout-shift"), tbt: number("total-blocking-time"),
    kilobytes: number("total-byte-weight") / 1000,
    problems: problemsOf(lhr),
  };
}

// run measures again, a few times, if Chromium lost the trace, as it does on a busy machine.
async function run(url, options, tries = 3) {
  const { lhr } = await lighthouse(url, options);
  if (!lhr.runtimeError) return lhr;
  if (tries > 1) return run(url, options, tries - 1);
  throw new Error(`${url}: ${lhr.runtimeError.message}`);
}

function overBudget(measured, { floors, ceilings }) {
  const low = Object.entries(floors).filter(([category, floor]) => measured.scores[category] < floor)
    .map(([category, floor]) => `BUDGET ${category} ${measured.scores[category]}, at least ${floor}`);
  const high = Object.entries(ceilings).filter(([figure, ceiling]) => measured[figure] > ceiling)
    .map(([figure, ceiling]) => `BUDGET ${figure} ${measured[figure].toFixed(3)}, at most ${ceiling}`);
  return [...low, ...high];
}

// problemsOf lists the audits that cost points, each with its first elements or addresses.
function problemsOf(lhr) {
  return Object.values(lhr.categories).flatMap((category) => category.auditRefs
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9)
    .map(({ id }) => {
      const { title, displayValue, details } = lhr.audits[id];
      const where = (details?.items ?? []).slice(0, 3)
        .map((item) => item.node?.snippet ?? item.url ?? item.source?.url ?? item.description ?? "").filter(Boolean);
      return [`${category.id}: ${id} (${title}) ${displayValue ?? ""}`.trim(), ...where].join("\n        ");
    }));
}
