import { afterAll, beforeAll, expect, test } from "vitest";
import { wideLimits } from "../support/wide-limits.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let shopper: Shopper;
beforeAll(async () => {
  shop = await startShop({ env: { ...wideLimits({ addressSearchPerSecond: 20 }) } });
  shopper = shop.shopper();
});
afterAll(() => shop.stop());

const full = async (term: string) =>
  ((await expectOk(term, shopper.call("addressSearch", { term }))) as { full: string }[]).map((hit) => hit.full);

test.each([
  ["bahnhofstr 1 zür", "Bahnhofstrasse 1, 8001 Zürich"],
  ["zurich bahnhofstrasse 1", "Bahnhofstrasse 1, 8001 Zürich"],
  ["8001 bahnhof", "Bahnhofstrasse 1, 8001 Zürich"],
  ["aeschenpl 3", "Aeschenplatz 3, 4052 Basel"],
])("%j finds %s", async (term, address) => {
  expect(await full(term)).toContain(address);
});

test("the exact house number comes before longer ones, in every street", async () => {
  const hits = await full("bahnhofstr 1");
  const numbers = hits.map((hit) => /^\D+ (\S+),/.exec(hit)?.[1] ?? "");
  const exact = numbers.filter((number) => number === "1").length;
  expect(exact).toBeGreaterThan(1);
  expect(numbers.slice(0, exact)).toEqual(Array.from({ length: exact }, () => "1"));
});

test("with and without accents, with abbreviations, in four languages", async () => {
  expect((await full("rte de berne lausanne"))[0]).toMatch(/^Route de Berne .*, 1003 Lausanne$/);
  expect((await full("hopital neuchatel"))[0]).toContain("Rue de l’Hôpital");
  expect((await full("via nassa lugano"))[0]).toContain("6900 Lugano");
  expect((await full("stradun scuol"))[0]).toContain("7550 Scuol");
});

test("a found address has its parts, and all of it in one line", async () => {
  const [hit] = await expectOk("search", shopper.call("addressSearch", { term: "bahnhofstrasse 1 8001" }));
  expect(hit).toEqual({
    city: "Zürich",
    street: "Bahnhofstrasse",
    zipcode: "8001",
    house_number: "1",
    full: "Bahnhofstrasse 1, 8001 Zürich",
  });
});

test("no match, empty text and strange characters return an empty list", async () => {
  for (const term of [
    "",
    " ",
    "qqqqq",
    "'; drop table x",
    "%_\\",
    "a & | ! ( )",
    "\u0000",
    "qq\u0000q",
    "\ud800qq",
    "__proto__",
  ])
    expect(await full(term)).toEqual([]);
});

test("a known address gets the register's spelling; another is returned unchanged", async () => {
  const typed = { city: "zürich", street: "bahnhofstrasse", zipcode: "8001", house_number: "1" };
  expect(await expectOk("known", shopper.call("addressPopulation", typed))).toEqual({
    city: "Zürich",
    street: "Bahnhofstrasse",
    zipcode: "8001",
    house_number: "1",
  });
  const unknown = { ...typed, street: "Fantasiegasse" };
  expect(await expectOk("unknown", shopper.call("addressPopulation", unknown))).toEqual(unknown);
});

test("the towns of a postal code; none for an unknown postal code, or for anything else", async () => {
  const towns = (zipcode: string) => shopper.call("postalCodeTowns", { zipcode });
  expect(await expectOk("towns", towns(" 8001 "))).toEqual({ towns: ["Zürich"] });
  for (const zipcode of ["9999", "", "800", "8001 & 8002", "' or 1"])
    expect(await expectOk(zipcode, towns(zipcode))).toEqual({ towns: [] });
});

test("typing faster than 20 letters a second is limited with a 429", async () => {
  const replies = await Promise.all(Array.from({ length: 45 }, () => shopper.call("addressSearch", { term: "bahn" })));
  const refused = replies.find((reply) => reply.status === 429);
  expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(refused?.body).toHaveProperty("message");
});
