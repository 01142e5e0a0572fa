import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { expectOk, startShop, type DeskPerson, type TestShop } from "kasse/kit";
import { WRONG } from "../desk-texts.ts";

let shop: TestShop;
let carla: DeskPerson;
let carlo: DeskPerson;
let sandra: DeskPerson;
before(async () => {
  shop = await startShop({ extensions: ["."], settings: { VOUCHERS: "on" } });
  carla = await shop.deskPerson("catalogue");
  carlo = await shop.deskPerson("catalogue");
  sandra = await shop.deskPerson("support");
});
after(() => shop.stop());

const params = { section: "vouchers" };
const reason = "winter campaign";
type Entered = Readonly<Record<string, string | number>>;
const act = (person: DeskPerson, name: string, entered: Entered, row: string | null = null) =>
  person.call("sectionAct", { params: { ...params, act: name }, body: { row, entered, reason } });
const page = async (person: DeskPerson, text = "") =>
  expectOk("page", person.call("section", { params, query: { text } }));

/** Has both people make codes. */
async function make(name: string, entered: Entered): Promise<void> {
  await expectOk("act", act(carla, name, entered));
  const { requests } = await page(carlo);
  const id = requests.at(-1)?.id ?? "";
  const body = { confirm: true, reason };
  await expectOk("confirmation", carlo.call("decideSectionRequest", { params: { ...params, id }, body }));
}

const tryCode = async (code: string) => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  return (await shopper.call("summaryField", { extension: "vouchers", text: code })) as { readonly status: number };
};

test("a code can be used once a second person has confirmed it, and until somebody ends it", async () => {
  const entered = { code: "winter 26", amount: 12.5, until: "2999-12-31", inAll: 100 };
  await expectOk("act", act(carla, "create", entered));
  assert.equal((await tryCode("WINTER26")).status, 422);
  const [request] = (await page(carlo)).requests;
  assert.deepEqual(
    request?.entered.map(({ value }) => value),
    ["winter 26", 12.5, "2999-12-31", 100],
  );
  const decision = { params: { ...params, id: request?.id ?? "" }, body: { confirm: true, reason } };
  assert.equal((await carla.call("decideSectionRequest", decision)).body.failure, "ownRequest");
  await expectOk("confirmation", carlo.call("decideSectionRequest", decision));
  assert.equal((await tryCode("WINTER26")).status, 200);
  const [row] = (await page(sandra)).rows;
  const { code, amount, used, in_all, ends } = row?.cells ?? {};
  // The last day counts, in Switzerland.
  assert.deepEqual([code, amount, used, in_all, ends], ["WINTER26", 12.5, 0, 100, "2999-12-31T23:00:00.000Z"]);

  assert.equal((await act(sandra, "end", {}, "WINTER26")).status, 403);
  await expectOk("end", act(carla, "end", {}, "WINTER26"));
  assert.equal((await tryCode("WINTER26")).status, 422);
  assert.deepEqual((await page(carla, "winter")).rows[0]?.acts, []);
  assert.equal((await act(carla, "end", {}, "WINTER26")).body.failure, "actRefused");
});

test("many codes are made at once, all different, and downloaded", async () => {
  await make("createMany", { count: 120, prefix: "post", percent: 10, months: 6 });
  const text = await carla.download("sectionCsv", { params, query: { text: "post" } });
  const codes = text.split("\r\n").slice(1, -1);
  assert.equal(codes.length, 120);
  assert.equal(new Set(codes).size, 120);
  for (const line of codes) assert.match(line, /^POST[A-HJ-NP-Z2-9]{10};;10;6;0;1;$/);
  const first = await page(carla, "POST");
  assert.equal(first.rows.length, 50);
  const next = await expectOk(
    "page",
    carla.call("section", { params, query: { text: "POST", after: first.next ?? "" } }),
  );
  assert.equal(new Set([...first.rows, ...next.rows].map(({ id }) => id)).size, 100);
  assert.equal((await tryCode(first.rows[0]?.id ?? "")).status, 200);
});

test("what is wrong with a code is said at its field", async () => {
  await make("create", { code: "TAKEN", percent: 5 });
  const cases: readonly (readonly [Entered, string, string])[] = [
    [{ code: "TAKEN", percent: 5 }, "code", WRONG.taken.de],
    [{ code: "a-b", percent: 5 }, "code", WRONG.code.de],
    [{ code: "BOTH", percent: 5, amount: 5 }, "amount", WRONG.either.de],
    [{ code: "NEITHER" }, "amount", WRONG.either.de],
    [{ code: "NOTHING", amount: 0 }, "amount", WRONG.amount.de],
    [{ code: "LARGE", percent: 101 }, "percent", "Geben Sie eine ganze Zahl von 1 bis 100 ein."],
    [{ code: "BACK", percent: 5, from: "2030-02-01", until: "2030-01-01" }, "until", WRONG.order.de],
    [{ code: "PAST", percent: 5, until: "2020-01-01" }, "until", WRONG.past.de],
  ];
  for (const [entered, field, message] of cases) {
    const { status, body } = await act(carla, "create", entered);
    assert.equal(status, 422);
    assert.deepEqual((body as { readonly fields?: object }).fields, { [field]: message });
  }
  assert.equal((await act(carla, "createMany", { count: 1001, percent: 5 })).status, 422);
  assert.equal((await act(carla, "createMany", { count: 5, prefix: "a-b", percent: 5 })).status, 422);
  assert.equal((await page(carla)).requests.length, 0);
});
