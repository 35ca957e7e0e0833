// Sends the same random requests with the public client to a Directus and to the Acolhe into which it moved, and compares the answers.
// Run by TestScale_RealDirectus with DIRECTUS_URL, DIRECTUS_TOKEN, ACOLHE_URL, ACOLHE_TOKEN, ANSWERS and PENDING, the file into which the
// requests go that are answered otherwise for none of the rules; with AGAIN, those of the file are sent again. It counts what is equal
// and what is equal by a rule of the contract, and fails in the second pass if an answer is left.
import { readFileSync, writeFileSync } from "node:fs";
import { aggregate, createDirectus, readFieldsByCollection, readItem, readItems, rest, staticToken } from "@directus/sdk";

// The client takes every `errors` for a failure, even null (decisions.md).
async function withoutNullErrors(address, options) {
  const answer = await fetch(address, options);
  const body = await answer.json().catch(() => null);
  if (body && body.errors === null) delete body.errors;
  return new Response(JSON.stringify(body), { status: answer.status, headers: { "content-type": "application/json" } });
}

const connect = (url, token) => {
  const client = createDirectus(url, { globals: { fetch: withoutNullErrors } }).with(staticToken(token)).with(rest());
  return (command) => client.request(command);
};
const there = connect(process.env.DIRECTUS_URL, process.env.DIRECTUS_TOKEN);
const here = connect(process.env.ACOLHE_URL + "/api/v1", process.env.ACOLHE_TOKEN);

// The same seed sends the same requests (mulberry32).
let state = Number(process.env.SEED ?? 2026);
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];
const some = (list, most) => [...new Set(Array.from({ length: 1 + below(most) }, () => pick(list)))];

const numeric = ["integer", "bigInteger", "decimal", "float"];
const dated = ["timestamp", "date", "dateTime"];

// canonical returns a value as both sides mean it: Directus writes decimals as texts and dates with milliseconds.
function canonical(type, name, value) {
  if (value === "" || value === undefined || value === null) return null;
  if (numeric.includes(type)) return Number(value);
  if (name === "associate_status") return String(value); // here a number, or the one phase that is a word
  if (type === "timestamp") return Date.parse(value);
  if (["associate_cpf", "cpf", "cep"].includes(name)) return String(value).replace(/\D/g, "");
  if (["email_account", "email"].includes(name)) return String(value).toLowerCase();
  if (type === "json" || type === "csv") return ordered(value);
  return value;
}

// ordered sorts the keys of objects, whose order means nothing, and reads amounts in JSON as numbers.
function ordered(value) {
  if (Array.isArray(value)) return value.length ? value.map(ordered) : null;
  if (value && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return keys.length ? Object.fromEntries(keys.map((key) => [key, ordered(value[key])])) : null;
  }
  return typeof value === "string" && /^-?\d+\.\d+$/.test(value) ? Number(value) : value;
}

const collections = {};
for (const name of ["users", "orders", "services", "products", "professionals", "reception", "tags", "users_files"]) {
  const types = Object.fromEntries((await there(readFieldsByCollection(name))).map((field) => [field.field, field.type]));
  const [ours] = await here(readItems(name, { limit: 1 }));
  // The term is a contract, which does not move; without a change date_updated is the date of the creation here.
  const fields = Object.keys(ours).filter((field) => field in types && types[field] !== "hash" && !["id", "adhesion_term", "date_updated"].includes(field));
  const [{ count }] = await there(aggregate(name, { aggregate: { count: "*" } }));
  const rows = [];
  for (let i = 0; i < 8; i++) rows.push(...await there(readItems(name, { limit: 25, offset: below(Math.max(1, count - 25)), sort: ["id"], fields: ["id", ...fields] })));
  collections[name] = { name, types, fields, rows };
}

// condition is a random one with a value that occurs.
function condition({ types, fields, rows }) {
  const field = pick(fields.filter((one) => !["alias", "json", "csv"].includes(types[one])));
  const value = () => pick(rows)[field];
  const known = () => rows.map((row) => row[field]).filter((one) => one !== null && one !== "");
  const type = types[field];
  if (known().length === 0 || random() < 0.1) return { [field]: { [pick(["_null", "_nnull"])]: true } };
  if (type === "boolean") return { [field]: { _eq: pick(known()) } };
  const [a, b] = [pick(known()), pick(known())];
  if (type === "uuid") return { [field]: pick([{ _eq: a }, { _in: [a, b] }, { _neq: a }, { _nin: [a, b] }]) };
  if (numeric.includes(type) || dated.includes(type)) {
    const span = [a, b].sort((x, y) => canonical(type, field, x) < canonical(type, field, y) ? -1 : 1);
    return { [field]: pick([{ _eq: a }, { _neq: a }, { _lt: a }, { _lte: a }, { _gt: a }, { _gte: a }, { _in: [a, b] }, { _between: span }, { _nbetween: span }]) };
  }
  const part = a.slice(0, 2 + below(5)).trim() || a;
  return { [field]: pick([{ _eq: a }, { _neq: a }, { _in: [a, b] }, { _nin: [a, b] }, { _contains: part }, { _ncontains: part }, { _icontains: part.toUpperCase() },
    { _starts_with: part }, { _nstarts_with: part }, { _istarts_with: part.toLowerCase() }, { _ends_with: a.slice(-3) }, { _empty: true }, { _nempty: true }]) };
}

function filter(of) {
  const conditions = Array.from({ length: 1 + below(3) }, () => condition(of));
  if (conditions.length === 1) return conditions[0];
  return { [pick(["_and", "_or"])]: conditions };
}

const requests = {
  detail(of) {
    return { id: pick(of.rows).id, query: { fields: ["id", ...some(of.fields, of.fields.length)] } };
  },
  list(of) {
    const sortable = of.fields.filter((one) => !["json", "csv", "alias"].includes(of.types[one]));
    const query = { fields: ["id", ...some(of.fields, 8)], limit: 1 + below(60), sort: [pick(["", "-"]) + pick(sortable), "id"] };
    if (random() < 0.8) query.filter = filter(of);
    if (random() < 0.5) query.offset = below(100);
    else if (random() < 0.5) query.page = 1 + below(5);
    return { query };
  },
  search(of) {
    const words = of.rows.map((row) => row.associate_name ?? row.name ?? row.name_associate).filter(Boolean);
    return { query: { fields: ["id"], limit: 50, sort: ["id"], search: words.length ? pick(pick(words).split(" ")) : "receita" } };
  },
  aggregate(of) {
    const numbers = of.fields.filter((one) => of.types[one] === "decimal");
    const query = { filter: random() < 0.7 ? filter(of) : undefined };
    const wanted = { count: "*" };
    if (numbers.length) for (const name of some(["sum", "avg", "min", "max"], 3)) wanted[name] = [pick(numbers)];
    if (random() < 0.4) wanted.countDistinct = [pick(of.fields.filter((one) => ["text", "uuid"].includes(of.types[one])))];
    const groups = of.fields.filter((one) => ["status", "state", "type", "active", "is_associate", "freight_carrier", "city", "gender", "doc_kind"].includes(one));
    return { query, wanted, groupBy: groups.length && random() < 0.5 ? [pick(groups)] : undefined };
  },
};

// command returns the command of the public client for a request.
function command({ name, kind, id, query, wanted, groupBy }) {
  if (kind === "detail") return readItem(name, id, query);
  if (kind === "aggregate") return aggregate(name, { aggregate: wanted, groupBy, query: { ...query, limit: -1 } });
  return readItems(name, query);
}

// normal returns an answer as it is compared.
function normal({ name, kind }, answer) {
  const { types } = collections[name];
  if (kind === "aggregate") {
    const groups = answer.map((group) => JSON.stringify(Object.entries(group).sort().map(([field, value]) => [field, numbersOf(value)])));
    return groups.sort();
  }
  const rows = Array.isArray(answer) ? answer : [answer];
  return rows.map((row) => Object.fromEntries(Object.keys(row).sort().map((field) => [field, canonical(types[field], field, row[field])])));
}

function numbersOf(value) {
  if (value && typeof value === "object") return Object.entries(value).sort().map(([name, inner]) => [name, numbersOf(inner)]);
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(Number(value).toFixed(6)) : value === "" ? null : typeof value === "number" ? Number(value.toFixed(6)) : value;
}

const ask = async (side, request) => {
  try {
    return await side(command(request));
  } catch (error) {
    return { refused: error.errors?.[0]?.message ?? String(error) };
  }
};

// The texts in which a search looks, and how it compares them.
const searched = {
  users: ["associate_name", "name", "last_name", "social_name", "email_account", "email", "associate_cpf", "cpf", "phone", "phone_secondary"],
  orders: ["name_associate", "email", "prescriber"],
  services: ["associate_name", "associate_email", "patient_name", "professional_name", "service_code"],
  reception: ["name", "associate_name", "email", "phone"],
  products: ["code", "name"],
  professionals: ["name", "email", "professional_code", "council_number", "phone"],
  tags: ["name"],
  users_files: [],
};
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[!-/:-@[-`{-~´‘’“”–—…]+/g, "");
const texts = {};

// found returns what a search finds among the rows of the Directus by the rule of here.
async function found({ name, query }) {
  const fields = searched[name].filter((one) => one in collections[name].types);
  if (!texts[name]) {
    const rows = await there(readItems(name, { fields: ["id", ...(name === "users" ? ["status"] : []), ...fields], limit: -1, sort: ["id"] }));
    texts[name] = rows.filter((row) => name !== "users" || row.status !== "patient").map((row) => ({ id: row.id, text: fold(fields.map((one) => row[one] ?? "").join(" ")) }));
  }
  return texts[name].filter(({ text }) => text.includes(fold(query.search))).slice(0, query.limit).map(({ id }) => ({ id }));
}

const hasStatus = (filter) => JSON.stringify(filter ?? {}).includes('"status":');

// rules are those of the contract by which an answer may differ: when they apply, and what is answered by them.
const rules = [
  ["users without a condition on status are no patients (decisions.md, Generic items)", ({ name, kind, query }) => name === "users" && kind !== "detail" && kind !== "search" && !hasStatus(query.filter),
    (request) => ask(there, { ...request, query: { ...request.query, filter: { _and: [request.query.filter ?? {}, { status: { _neq: "patient" } }].filter((one) => Object.keys(one).length) } } })],
  ["a search looks into names, addresses and numbers, without accents and signs (decisions.md, Orders, services, reports)", ({ kind }) => kind === "search", found],
];

const tally = {};
const count = (what) => (tally[what] = (tally[what] ?? 0) + 1);
const pending = [];

// compare counts a request that is answered alike, or by a rule, and returns what else was answered.
async function compare(request, label) {
  const [left, right] = await Promise.all([ask(there, request), ask(here, request)]);
  const same = (a) => !a.refused && !right.refused && JSON.stringify(normal(request, a)) === JSON.stringify(normal(request, right));
  if (same(left)) {
    count(`equal${label}`);
    count(`equal${label}: ${request.kind}`);
    return null;
  }
  for (const [rule, applies, answer] of rules) {
    if (!applies(request) || !same(await answer(request))) continue;
    count(`equal by the rule: ${rule}${label}`);
    return null;
  }
  return { left, right };
}

function show(request, { left, right }) {
  const l = left.refused ? left : normal(request, left), r = right.refused ? right : normal(request, right);
  const at = Array.isArray(l) && Array.isArray(r) ? l.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(r[i])) : -1;
  console.log("DIFFERS", JSON.stringify(request), "\n  there", l.length, JSON.stringify(at >= 0 ? l[at] : l).slice(0, 700), "\n  here ", r.length, JSON.stringify(at >= 0 ? r[at] : r).slice(0, 700));
}

if (process.env.AGAIN) {
  for (const request of JSON.parse(readFileSync(process.env.PENDING, "utf8"))) {
    const differs = await compare(request, " with the spelling of here: digits, small letters, no empty texts (decisions.md, Wire conventions)");
    if (!differs) continue;
    count("not explained");
    if (tally["not explained"] < 15) show(request, differs);
  }
} else {
  for (let n = 0; n < Number(process.env.ANSWERS); n++) {
    const of = collections[pick([...Object.keys(collections), "users", "orders", "services"])];
    const kind = pick(["detail", "list", "list", "list", "list", "aggregate", "aggregate", "search"]);
    const request = { name: of.name, kind, ...requests[kind](of) };
    if (await compare(request, "")) pending.push(request);
  }
  tally["sent again"] = pending.length;
  writeFileSync(process.env.PENDING, JSON.stringify(pending));
}
for (const [what, number] of Object.entries(tally)) console.log(String(number).padStart(6), what);
process.exit(tally["not explained"] ? 1 : 0);
