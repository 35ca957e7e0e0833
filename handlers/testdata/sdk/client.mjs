// Uses the generic collections like a script of an association, through the public client of their query dialect. Run
// by TestTool_PublicClient with ACOLHE_URL and ACOLHE_TOKEN.
import assert from "node:assert/strict";
import {
  aggregate, createDirectus, createItem, createItems, deleteItem, deleteItems, readItem, readItems, rest, staticToken,
  updateItem, updateItems, updateItemsBatch,
} from "@directus/sdk";

// The client takes every `errors` for a failure, even null (decisions.md).
async function withoutNullErrors(address, options) {
  const answer = await fetch(address, options);
  const body = await answer.json().catch(() => null);
  if (body && body.errors === null) delete body.errors;
  return new Response(JSON.stringify(body), { status: answer.status, headers: { "content-type": "application/json" } });
}

const client = createDirectus(process.env.ACOLHE_URL + "/api/v1", { globals: { fetch: withoutNullErrors } })
  .with(staticToken(process.env.ACOLHE_TOKEN)).with(rest());
const ask = (command) => client.request(command);
const ids = (rows) => rows.map((row) => row.id);

let checked = 0;
const same = (got, want, what) => { checked++; assert.deepEqual(got, want, what); };
const refused = async (command, code) => {
  checked++;
  await assert.rejects(ask(command), (error) => error.errors?.[0]?.code === code, `want ${code}`);
};

// Writes.
const made = await ask(createItem("products", { code: "SDK-1", name: "Óleo 1", price: 10.5, active: true, tags: ["novo"] }));
same([made.code, made.price, made.tags], ["SDK-1", 10.5, ["novo"]], "create one");
const more = await ask(createItems("products", Array.from({ length: 8 }, (_, i) => (
  { code: `SDK-${i + 2}`, name: i % 2 ? `Creme ${i}` : `óleo ${i}`, price: i * 7.25, active: i % 3 !== 0, stock_note: i % 4 ? null : "pouco" }))));
same(more.length, 8, "create many");
await refused(createItem("products", { code: "SDK-1", name: "Repetido", price: 1 }), "CONFLICT");
await refused(createItems("products", [{ code: "SDK-X", name: "Bom", price: 1 }, { code: "SDK-Y", name: "Ruim", price: -1 }]), "VALIDATION_ERROR");
same(await ask(readItems("products", { filter: { code: { _eq: "SDK-X" } } })), [], "all or none");
same((await ask(updateItem("products", made.id, { price: 12 }))).price, 12, "update one");
same((await ask(updateItems("products", ids(more).slice(0, 2), { stock_note: "muito" }))).map((row) => row.stock_note), ["muito", "muito"], "update by keys");
await ask(updateItems("products", { filter: { code: { _eq: "SDK-9" } } }, { stock_note: "acabou" }));
same((await ask(readItem("products", ids(more)[7]))).stock_note, "acabou", "update by query");
same((await ask(updateItemsBatch("products", [{ id: ids(more)[0], price: 1 }, { id: ids(more)[1], price: 2 }]))).map((row) => row.price), [1, 2], "update each");

// Reads: every operator beside the same condition evaluated here for all rows.
const rows = await ask(readItems("products", { limit: -1, sort: ["id"] }));
const fold = (text) => text.toLowerCase();
const filters = {
  "price _eq 12": (r) => r.price === 12, "price _neq 12": (r) => r.price !== 12,
  "price _lt 12": (r) => r.price < 12, "price _lte 12": (r) => r.price <= 12,
  "price _gt 12": (r) => r.price > 12, "price _gte 12": (r) => r.price >= 12,
  "price _in [1,2]": (r) => [1, 2].includes(r.price), "price _nin [1,2]": (r) => ![1, 2].includes(r.price),
  "price _between [2,30]": (r) => r.price >= 2 && r.price <= 30, "price _nbetween [2,30]": (r) => r.price < 2 || r.price > 30,
  "stock_note _null true": (r) => r.stock_note === null, "stock_note _nnull true": (r) => r.stock_note !== null,
  "stock_note _empty true": (r) => !r.stock_note, "stock_note _nempty true": (r) => Boolean(r.stock_note),
  'name _contains "leo"': (r) => r.name.includes("leo"), 'name _ncontains "leo"': (r) => !r.name.includes("leo"),
  'name _icontains "LEO"': (r) => fold(r.name).includes("leo"), 'name _nicontains "LEO"': (r) => !fold(r.name).includes("leo"),
  'name _starts_with "Creme"': (r) => r.name.startsWith("Creme"), 'name _nstarts_with "Creme"': (r) => !r.name.startsWith("Creme"),
  'name _istarts_with "creme"': (r) => fold(r.name).startsWith("creme"), 'name _nistarts_with "creme"': (r) => !fold(r.name).startsWith("creme"),
  'name _ends_with "ml"': (r) => r.name.endsWith("ml"), 'name _nends_with "ml"': (r) => !r.name.endsWith("ml"),
  'name _iends_with "ML"': (r) => fold(r.name).endsWith("ml"), 'name _niends_with "ML"': (r) => !fold(r.name).endsWith("ml"),
  "active _eq false": (r) => !r.active, "date_created _lte \"$NOW\"": () => true, "date_created _gt \"$NOW(-1 day)\"": (r) => r.code.startsWith("SDK"),
};
for (const [text, holds] of Object.entries(filters)) {
  const [field, operator, ...value] = text.split(" ");
  const filter = { [field]: { [operator]: JSON.parse(value.join(" ")) } };
  same(ids(await ask(readItems("products", { filter, limit: -1, sort: ["id"], fields: ["id"] }))), ids(rows.filter(holds)), text);
}
const nested = { _or: [{ _and: [{ active: { _eq: true } }, { price: { _gt: 20 } }] }, { code: { _eq: "SDK-1" } }] };
same(ids(await ask(readItems("products", { filter: nested, limit: -1, sort: ["id"] }))),
  ids(rows.filter((r) => r.active && r.price > 20 || r.code === "SDK-1")), "_and and _or");
same(ids(await ask(readItems("products", { sort: ["-price", "id"], limit: 3, page: 2 }))),
  ids(rows.toSorted((a, b) => b.price - a.price || a.id - b.id).slice(3, 6)), "sort and page");
same(ids(await ask(readItems("products", { sort: ["id"], limit: 4, offset: 2 }))), ids(rows.slice(2, 6)), "limit and offset");
same(Object.keys((await ask(readItems("products", { fields: ["code", "price"], limit: 1 })))[0]), ["code", "price"], "fields");
same(ids(await ask(readItems("products", { search: "oleo", sort: ["id"], limit: -1 }))),
  ids(rows.filter((r) => fold(r.name).includes("óleo") || r.code.includes("OLEO"))), "search");

// Aggregates.
const active = rows.filter((r) => r.active);
const [sums] = await ask(aggregate("products", { aggregate: { count: "*", sum: ["price"], min: ["price"], max: ["price"] }, query: { filter: { active: { _eq: true } } } }));
same([Number(sums.count), Number(sums.sum.price).toFixed(2), Number(sums.min.price), Number(sums.max.price)],
  [active.length, active.reduce((sum, r) => sum + r.price, 0).toFixed(2), Math.min(...active.map((r) => r.price)), Math.max(...active.map((r) => r.price))], "aggregate");
const groups = await ask(aggregate("products", { aggregate: { count: "*" }, groupBy: ["active"] }));
same(groups.map((g) => [g.active, Number(g.count)]).sort(), [[false, rows.length - active.length], [true, active.length]], "groups");

// Services with their related rows; a proof of payment pays a whole booking.
const [ana] = await ask(readItems("users", { filter: { associate_name: { _starts_with: "Ana" } }, fields: ["user_code", "associate_name"] }));
const appointment = { associate_user_code: ana.user_code, professional_id: 1, consultation_date: "2026-12-01T14:00:00-03:00" };
const booked = await ask(createItem("services", { ...appointment, tags: ["Retorno"] }));
same([booked.associate_name, booked.price, booked.status, booked.consultation_date],
  [ana.associate_name, 300, "Aguardando Pagamento", "2026-12-01T17:00:00Z"], "create a service");
const again = await ask(createItem("services", { ...appointment, booking_group_code: booked.booking_group_code, price: 120.5 }));
await refused(createItem("services", { ...appointment, professional_id: 99 }), "VALIDATION_ERROR");
const moved = await ask(updateItem("services", booked.id, { consultation_date: "2026-12-02T14:00:00-03:00", observations: "Remarcado" }));
same([moved.consultation_date, moved.observations, moved.price], ["2026-12-02T17:00:00Z", "Remarcado", 300], "change a service");
const [file] = await ask(readItems("files", { limit: 1 }));
const proof = await ask(createItem("services_files", { file_id: file.id, service_id: booked.id, kind: "proof" }));
same([proof.file_id, proof.service_id, proof.kind], [file.id, booked.id, "proof"], "attach a file");
same((await ask(readItems("services", { filter: { booking_group_code: { _eq: booked.booking_group_code } }, sort: ["id"], fields: ["id", "status"] }))),
  [booked, again].map(({ id }) => ({ id, status: "Pagamento Concluído" })), "the proof pays the booking");
same((await ask(updateItem("services_files", proof.id, { kind: "recibo" }))).kind, "recibo", "describe an attachment anew");
await ask(deleteItem("services_files", proof.id));
await ask(deleteItems("services", [booked.id, again.id]));
await refused(readItem("services", booked.id), "NOT_FOUND");
await refused(createItem("files", { file_name: "x" }), "FORBIDDEN");

// Refusals and removals.
await refused(readItems("products", { filter: { nothing: { _eq: 1 } } }), "VALIDATION_ERROR");
await refused(readItems("users", { fields: ["account_password"] }), "VALIDATION_ERROR");
await refused(readItem("products", 999999), "NOT_FOUND");
await refused(readItems("nothing"), "NOT_FOUND");
await ask(deleteItem("products", made.id));
await ask(deleteItems("products", ids(more)));
same(await ask(readItems("products", { filter: { code: { _starts_with: "SDK" } } })), [], "delete one and many");

console.log(`${checked} answers are as they should be`);
