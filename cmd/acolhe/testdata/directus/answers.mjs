// Sends the same random requests with the public client to a Directus and to the Acolhe into which it moved, and compares the answers.
// Run by TestScale_RealDirectus with DIRECTUS_URL, DIRECTUS_TOKEN, ACOLHE_URL, ACOLHE_TOKEN and ANSWERS. It fails if an answer differs
// for another reason than those named in `reasons`.
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

// Fields that are stored without signs, in small letters, or with nothing for an empty text, so that a condition on them is another one.
const spelled = new Set(["associate_cpf", "cpf", "cep", "email_account", "email", "complement", "date_updated"]);
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
    const id = pick(of.rows).id;
    const query = { fields: ["id", ...some(of.fields, of.fields.length)] };
    return { query, send: (query) => readItem(of.name, id, query), what: `detail ${id}` };
  },
  list(of) {
    const sortable = of.fields.filter((one) => !["json", "csv", "alias"].includes(of.types[one]));
    const query = { fields: ["id", ...some(of.fields, 8)], limit: 1 + below(60), sort: [pick(["", "-"]) + pick(sortable), "id"] };
    if (random() < 0.8) query.filter = filter(of);
    if (random() < 0.5) query.offset = below(100);
    else if (random() < 0.5) query.page = 1 + below(5);
    return { query, send: (query) => readItems(of.name, query), what: "list" };
  },
  search(of) {
    const words = of.rows.map((row) => row.associate_name ?? row.name ?? row.name_associate).filter(Boolean);
    const query = { fields: ["id"], limit: 50, sort: ["id"], search: words.length ? pick(pick(words).split(" ")) : "receita" };
    return { query, send: (query) => readItems(of.name, query), what: "search" };
  },
  aggregate(of) {
    const numbers = of.fields.filter((one) => of.types[one] === "decimal");
    const query = { filter: random() < 0.7 ? filter(of) : undefined };
    const wanted = { count: "*" };
    if (numbers.length) for (const name of some(["sum", "avg", "min", "max"], 3)) wanted[name] = [pick(numbers)];
    if (random() < 0.4) wanted.countDistinct = [pick(of.fields.filter((one) => ["text", "uuid"].includes(of.types[one])))];
    const groups = of.fields.filter((one) => ["status", "state", "type", "active", "is_associate", "freight_carrier", "city", "gender", "doc_kind"].includes(one));
    const groupBy = groups.length && random() < 0.5 ? [pick(groups)] : undefined;
    return { query, groupBy, send: (query) => aggregate(of.name, { aggregate: wanted, groupBy, query: { ...query, limit: -1 } }), what: "aggregate " + JSON.stringify({ ...wanted, groupBy }) };
  },
};

// normal returns an answer as it is compared.
function normal(of, kind, answer) {
  if (kind === "aggregate") {
    const groups = answer.map((group) => JSON.stringify(Object.entries(group).sort().map(([name, value]) => [name, numbersOf(value)])));
    return groups.sort();
  }
  const rows = Array.isArray(answer) ? answer : [answer];
  return rows.map((row) => Object.fromEntries(Object.keys(row).sort().map((name) => [name, canonical(of.types[name], name, row[name])])));
}

function numbersOf(value) {
  if (value && typeof value === "object") return Object.entries(value).sort().map(([name, inner]) => [name, numbersOf(inner)]);
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(Number(value).toFixed(6)) : value === "" ? null : typeof value === "number" ? Number(value.toFixed(6)) : value;
}

const touches = (request, wanted) => [...wanted].some((name) => JSON.stringify([request.query.filter, request.query.sort, request.what]).includes(`${name}"`));

// reasons are why an answer may differ, each with how the request is said so that both sides mean the same; the first that fits is named.
const reasons = [
  ["users without a condition on status: patients are left out here", (of, request) => of.name === "users" && !touches(request, ["status"]),
    (query) => ({ ...query, filter: { _and: [query.filter ?? {}, { status: { _neq: "patient" } }].filter((one) => Object.keys(one).length) } })],
];

const ask = async (side, request, query) => {
  try {
    return await side(request.send(query));
  } catch (error) {
    return { refused: error.errors?.[0]?.message ?? String(error) };
  }
};

const tally = { equal: 0 };
let unexplained = 0;
for (let n = 0; n < Number(process.env.ANSWERS); n++) {
  const of = collections[pick([...Object.keys(collections), "users", "orders", "services"])];
  const kind = pick(["detail", "list", "list", "list", "list", "aggregate", "aggregate", "search"]);
  const request = requests[kind](of);
  let [left, right] = await Promise.all([ask(there, request, request.query), ask(here, request, request.query)]);
  const same = (a, b) => !a.refused && !b.refused && JSON.stringify(normal(of, kind, a)) === JSON.stringify(normal(of, kind, b));
  if (same(left, right)) {
    tally.equal++;
    tally[`equal ${kind}`] = (tally[`equal ${kind}`] ?? 0) + 1;
    continue;
  }
  let why = "";
  for (const [reason, fits, said] of reasons) {
    if (!why && fits(of, request) && same(await ask(there, request, said(request.query)), right)) why = reason;
  }
  if (!why && kind === "search") why = "search: words, accents and fields differ";
  if (!why && touches(request, spelled)) why = "a condition or order on a field that is stored in one spelling here";
  if (why) {
    tally[why] = (tally[why] ?? 0) + 1;
    continue;
  }
  if (unexplained++ < 15) {
    const l = left.refused ? left : normal(of, kind, left), r = right.refused ? right : normal(of, kind, right);
    const at = Array.isArray(l) && Array.isArray(r) ? l.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(r[i])) : -1;
    console.log("DIFFERS", of.name, request.what, JSON.stringify(request.query), "\n  there", l.length, JSON.stringify(at >= 0 ? l[at] : l).slice(0, 700), "\n  here ", r.length, JSON.stringify(at >= 0 ? r[at] : r).slice(0, 700));
  }
}
for (const [what, count] of Object.entries(tally)) console.log(String(count).padStart(6), what);
console.log(String(unexplained).padStart(6), "unexplained");
process.exit(unexplained ? 1 : 0);
