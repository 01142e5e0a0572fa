import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PATHS } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import type { Law } from "#core/law/law.ts";
import { LAW } from "../support/law.ts";
import { picture } from "../support/people.ts";
import { textOfPdf } from "../support/pdf.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

/**
 * A law that changes at the start of 2027: another rate, no Swiss passport any more, no copy, two weeks to withdraw. It
 * changes again in summer.
 */
const CHANGED = { from: "2027-01-01", source: "a test" };
const IN_SUMMER = { from: "2027-07-01", source: "a test" };
const [[documents], [items]] = [LAW.documents, LAW.identityItems];
if (!documents || !items) throw new Error("The law lacks a table");
const CHANGING: Law = {
  ...LAW,
  vat: [...LAW.vat, { ...CHANGED, standardPercent: 8.5 }, { ...IN_SUMMER, standardPercent: 8.8 }],
  documents: [
    documents,
    {
      ...documents,
      ...CHANGED,
      groups: { ...documents.groups, swiss: ["182400003", "182400007"] },
    },
  ],
  identityItems: [items, { ...items, ...CHANGED, all: items.all.filter((item) => item !== "copy") }],
  withdrawal: [...LAW.withdrawal, { ...CHANGED, days: 14 }, { ...IN_SUMMER, days: 7 }],
};
const LAST_MOMENT = new Date("2026-12-31T22:59:59.999Z");
const MIDNIGHT = new Date("2026-12-31T23:00:00Z");
const PASSPORT = "182400004";
const ID_CARD = "182400003";

let folder: string;
let shop: Shop;
let image: Blob;
let now = LAST_MOMENT;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-law-"));
  await writeFile(join(folder, "law.json"), JSON.stringify(CHANGING));
  const env = { LAW_FILE: join(folder, "law.json") };
  [shop, image] = await Promise.all([startShop({ jobs: true, env, now: () => now }), picture()]);
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

async function customer(email: string, copy: Blob | null, changes: object = {}): Promise<Shopper> {
  const shopper = shop.shopper();
  shopper.locale = "en";
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer(email, copy, { ...changes });
  return shopper;
}
const order = async (shopper: Shopper) =>
  (await expectOk("order", shopper.call("createOrder", { billPayed: false }))).orderNumber;

/** Returns the statements about VAT and withdrawal on the page, in the PDF, the mail and the event. */
async function statementsOf(shopper: Shopper, email: string, number: string) {
  const { agreement } = (await expectOk("order page", shopper.call("order"))) as { agreement: { terms: string[] } };
  const headers = { locale: "en", checkoutId: shopper.checkoutId ?? "", authorization: `Bearer ${shopper.token}` };
  const pdf = await fetch(shop.url + API_PREFIX + PATHS.confirmation[1], { headers });
  const [mail] = await eventually("the mail", async () => {
    const mails = await shop.messages(email);
    return mails.length > 0 && mails;
  });
  const event = await eventually("the hand-over", async () =>
    (await shop.orders()).find(({ event: { productOrder } }) => productOrder.id === number),
  );
  const rates = [...JSON.stringify(event).matchAll(/"taxRate":([\d.]+)/g)].map(([, rate]) => rate);
  const texts = [
    agreement.terms.join("\n"),
    await textOfPdf(new Uint8Array(await pdf.arrayBuffer())),
    mail?.text ?? "",
  ];
  return {
    rates: [...new Set(rates)],
    vat: texts.map((text) => /include\s+([\d.]+)\s?%\s+VAT/.exec(text)?.[1]),
    days: texts.map((text) => /within\s+(\d+)\s+days/.exec(text)?.[1]),
  };
}
const offeredTo = async (shopper: Shopper) => (await expectOk("prepare 5", shopper.prepare("5")))["documents"];

test("at midnight in Switzerland the law changes for later sales, and for no earlier ones", async () => {
  const before = await customer("before@example.ch", image);
  const between = await customer("between@example.ch", image);
  expect(await offeredTo(between)).toMatchObject({
    offered: { swiss: expect.arrayContaining([PASSPORT]) },
    copyNeeded: true,
  });
  await expect(customer("early@example.ch", null)).rejects.toThrow(/document/);
  const first = await order(before);

  now = MIDNIGHT;
  expect(await offeredTo(between)).toEqual({
    offered: { ...documents.groups, swiss: [ID_CARD, "182400007"], ...LEFT },
    copyNeeded: false,
  });
  expect(await between.call("createOrder", { billPayed: false })).toMatchObject({ status: 409, body: { page: "5" } });
  await expect(customer("passport@example.ch", null)).rejects.toThrow(/identifiedBy/);
  const after = await customer("after@example.ch", null, { identifiedBy: ID_CARD });
  const second = await order(after);

  expect(await statementsOf(before, "before@example.ch", first)).toEqual({
    rates: ["8.1"],
    vat: ["8.1", "8.1", "8.1"],
    days: [undefined, undefined, undefined],
  });
  expect(await statementsOf(after, "after@example.ch", second)).toEqual({
    rates: ["8.5"],
    vat: ["8.5", "8.5", "8.5"],
    days: ["14", "14", "14"],
  });
});

test("in summer midnight is an hour earlier in UTC", async () => {
  const sold = async (name: string, at: string) => {
    now = new Date(at);
    const shopper = await customer(`${name}@example.ch`, null, { identifiedBy: ID_CARD });
    return statementsOf(shopper, `${name}@example.ch`, await order(shopper));
  };
  expect(await sold("june", "2027-06-30T21:59:59.999Z")).toMatchObject({ rates: ["8.5"], days: ["14", "14", "14"] });
  expect(await sold("july", "2027-06-30T22:00:00Z")).toMatchObject({
    rates: ["8.8"],
    vat: ["8.8", "8.8", "8.8"],
    days: ["7", "7", "7"],
  });
});

/** The documents that remain for postpaid mobile in the groups that do not change. */
const left = (types: readonly string[]) => types.filter((type) => type !== "182400005" && type !== "182400006");
const LEFT = { neighbours: left(documents.groups.neighbours), eu: left(documents.groups.eu) };
