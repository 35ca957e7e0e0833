// Runs Lighthouse on the main pages, as a phone sees them: starts bin/acolhe with sample data in a
// temporary directory, signs in, prints a line for each page with the failed audits, and exits 1
// below the budgets. Run it alone, because other work on the machine lowers the performance scores.
// `node static/lighthouse.mjs [binary [address]]` measures only the pages whose address begins with the second argument; with
// `outside`, those outside the panel and the administration.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const photo = plainPicture(640, 480);
const floors = { performance: 95, accessibility: 100, "best-practices": 100 };
const ceilings = { kilobytes: 110, cls: 0.02 };
// The first load of those who sign, register or write to the association, with a phone and without a session: 80 KiB. Search
// is shown without a budget: pages behind a session are hidden from it.
const signerCeilings = { ...ceilings, kilobytes: 81.92 };
const staffPages = ["/painel/recepcao", "/painel/agenda", "/painel/assinaturas", "/painel/relatorios", "/painel/analises/servicos", "/admin", "/admin/configuracoes/system",
  "/admin/estrutura", "/admin/dados-de-exemplo", "/admin/tarefas", "/admin/servicos/calendar", "/admin/webhooks", "/admin/erros"];
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

process.exitCode = await main().then((kept) => (kept ? 0 : 1), (error) => {
  console.error(`lighthouse: ${error.message}`);
  return 1;
});

async function main() {
  const server = await startServer(resolve(process.argv[2] ?? join(root, "bin/acolhe")));
  try {
    const cookie = await signIn(server);
    const pages = ["/entrar", "/painel", "/painel/associados", "/painel/pedidos", await newOrderPage(server, cookie), ...staffPages];
    const signerPages = [await signingPage(server, cookie), "/verificar", "/cadastro", "/cadastro/entrar", "/cadastro/nova-senha", "/atendimento",
      "/", "/letra", "/sem-internet", "/cadastro/privacidade", "/cadastro/ajuda", "/carteirinha"];
    console.log("".padEnd(24) + columns.map(([label, width]) => label.padStart(width)).join(""));
    const wanted = (page) => process.argv[3] === "outside" ? isSigner(page) : page.startsWith(process.argv[3] ?? "");
    let kept = await measureAll([...pages, ...signerPages].filter(wanted), server, cookie);
    for await (const [page, ownCookie] of registrationPages(server)) {
      if (wanted(page)) kept = await measureAll([page], server, ownCookie) && kept;
    }
    return kept;
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

// signingPage publishes the templates and returns the page of a term to be signed, which asks for no birth date.
async function signingPage({ base }, cookie) {
  const post = async (path, body) => {
    const response = await fetch(`${base}/api/v1/doc-sign/${path}`, {
      method: "POST", headers: { "Content-Type": "application/json", Cookie: cookie }, body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return (await response.json()).data;
  };
  const headers = { "Content-Type": "application/json", Cookie: cookie };
  const settings = await fetch(`${base}/api/v1/config?system=doc_sign`, { headers });
  const { id } = (await settings.json()).data.find(({ key }) => key === "ask_birth_date");
  const changed = await fetch(`${base}/api/v1/config/${id}`, { method: "PATCH", headers, body: JSON.stringify({ value: false }) });
  if (!changed.ok) throw new Error(`the setting answered ${changed.status} ${await changed.text()}`);
  for (const kind of ["self", "with_patient"]) await post(`templates/${kind}/publish`, {});
  const users = await fetch(`${base}/api/v1/items/users?limit=1&filter[status][_eq]=Associado&filter[adhesion_term][_null]=true`, { headers: { Cookie: cookie } });
  const { data: [{ user_code }] } = await users.json();
  const { signing_url } = await post("contracts", { user_code, send_email: false });
  return new URL(signing_url).pathname;
}

// registrationPages opens an account and yields the pages of its registration phase by phase, with its session, and then
// the associate's own page.
async function* registrationPages({ base }) {
  const headers = {};
  const send = async (path, init) => {
    const response = await fetch(base + path, { ...init, headers: { ...headers, ...init.headers }, redirect: "manual" });
    if (response.status >= 400) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return response;
  };
  const sendJSON = (method, path, body) => send(`/api/v1/${path}`, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const sendPhoto = (slug, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([photo], { type: "image/png" }), "foto.png");
    return send(`/cadastro/${slug}/envio`, { method: "POST", body: form, headers: { "Sec-Fetch-Site": "same-origin" } });
  };
  const opened = await sendJSON("POST", "auth/associate/register-email", { email: "medida@exemplo.org.br", password: "girassol na janela" });
  headers.Cookie = opened.headers.getSetCookie()[0].split(";")[0];
  // permit allows the treatment, without which no document is taken.
  const permit = async () => {
    const page = await (await send("/cadastro/permissoes", {})).text();
    const fields = new URLSearchParams([...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    fields.append("permitido", "treatment");
    await send("/cadastro/permissoes", { method: "POST", body: fields, headers: { "Sec-Fetch-Site": "same-origin" } });
  };
  const phases = [
    [["nome", "nascimento", "celular", "endereco", "conferir-dados"], () => sendJSON("PATCH", "users/me", {
      associate_name: "Sandra Regina Albuquerque", associate_cpf: "39053344705", birth_date: "1968-02-23", phone: "48991042277", cep: "88015230",
      street: "Rua Bocaiúva", number: "1204", neighborhood: "Centro", city: "Florianópolis", state: "SC",
    })],
    [["tratamento", "conferir-tratamento"], () => sendJSON("PATCH", "users/me", { responsible_type: "self" })],
    [["documentos", "conferir-documentos"], async () => {
      await permit();
      for (const side of ["front", "back"]) await sendPhoto("documentos", { subject: "responsible", doc_type: "rg", side });
    }],
    [["confirmar"], null],
    [["receita", "concluir"], () => sendPhoto("receita", { doc_kind: "prescription" })],
  ];
  for (const [slugs, answer] of phases) {
    await answer?.();
    for (const slug of slugs) yield [`/cadastro/${slug}`, headers.Cookie];
    if (answer) await sendJSON("POST", "users/me/advance", {});
    else await sign(sendJSON);
  }
  const ownPages = ["", "/pedidos", "/consultas", "/consultas/nova", "/meus-documentos", "/meus-documentos/enviar", "/perfil", "/perfil/meus-dados", "/perfil/quem-viu",
    "/permissoes", "/email", "/carteirinha"];
  for (const path of ownPages) yield [`/cadastro${path}`, headers.Cookie];
}

// sign signs the associate's own term by typing.
async function sign(sendJSON) {
  const { data: { signing_url } } = await (await sendJSON("POST", "doc-sign/contracts", { send_email: false })).json();
  const token = new URL(signing_url).pathname.split("/").pop();
  await sendJSON("POST", `doc-sign/sign/${token}/complete`, { method: "type", typed_name: "Sandra Regina Albuquerque", timezone: "America/Sao_Paulo", consent: true });
}

// plainPicture returns a grey PNG: as large as a photo on the screen, and a few kilobytes on the way.
function plainPicture(width, height) {
  const chunk = (name, content) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height, 0xbb);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

function isSigner(page) {
  return page === "/" || /^\/(assinar|verificar|cadastro|atendimento|letra|sem-internet|carteirinha)/.test(page);
}

// isPublic reports whether a page is measured without a session, as those see it who open it first.
function isPublic(page) {
  return ["/", "/entrar", "/letra", "/sem-internet", "/cadastro", "/cadastro/entrar", "/cadastro/nova-senha", "/cadastro/privacidade", "/cadastro/ajuda"].includes(page)
    || /^\/(assinar|verificar|atendimento|carteirinha)/.test(page);
}

async function measureAll(pages, { base }, cookie) {
  const chrome = await launch({ chromeFlags, logLevel: "error" });
  let kept = true;
  try {
    for (const page of pages) {
      const measured = await measure(base + page, chrome.port, isPublic(page) ? {} : { Cookie: cookie });
      const over = overBudget(measured, isSigner(page) ? signerCeilings : ceilings);
      console.log(page.split("?")[0].slice(0, 23).padEnd(24) + columns.map(([, width, value]) => String(value(measured)).padStart(width)).join(""));
      for (const problem of [...measured.problems, ...over]) console.log(`    ${problem}`);
      kept &&= over.length === 0;
    }
  } finally {
    chrome.kill();
  }
  return kept;
}

async function measure(url, port, extraHeaders) {
  const lhr = await run(url, { port, extraHeaders, logLevel: "error", output: "json", onlyCategories: [...Object.keys(floors), "seo"] });
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

function overBudget(measured, ceilings) {
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
