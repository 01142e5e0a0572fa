import { newTransferNumber } from "#test/support/transfer-number.ts";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import { picture } from "#test/support/people.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { expectOk } from "#test/support/shopper.ts";
import { tmfMistakes, type Published } from "./schemas.ts";

// TM Forum's own files judge every answer. Names of tests cite the rules of TMF630 (REST API Design Guidelines).

const TOKEN = "plm-token-0123456789-0123456789-0123456789";
const OTHER = "crm-token-0123456789-0123456789-0123456789";

const TRANSFER = { mnp: 1, mnpSubscriptionType: "Prepaid", puk: "12345678" };

let shop: Shop;
let url: string;
const numbers: string[] = [];
beforeAll(async () => {
  const env = { TMF_PORT: "0", TMF_TOKENS: `plm:${TOKEN} crm:${OTHER}` };
  shop = await startShop({ env });
  url = shop.kasse.extensionAddresses["tmf"] ?? "";
  const records: readonly BodyOf<"checkout">[] = [
    { type: "Tariff", tariff: "SMART60", bundles: ["EU10"] },
    { type: "Tariff", tariff: "SMART30" },
  ];
  for (const record of records) {
    const shopper = shop.shopper();
    await shopper.choose(record);
    await shopper.becomeCustomer(`tmf${numbers.length}@example.ch`, await picture(), {
      ...TRANSFER,
      mnpMsisdn: newTransferNumber().msisdn,
    });
    numbers.push((await expectOk("order", shopper.call("createOrder", { billPayed: false }))).orderNumber);
  }
});
afterAll(() => shop.stop());

type Body = { readonly id: string; readonly [name: string]: unknown };
async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/tmf-api/${path}`, { headers: { authorization: `Bearer ${TOKEN}`, ...headers } });
  const body = (await reply.json()) as Body & readonly Body[];
  const count = (name: string) => Number(reply.headers.get(name));
  return {
    status: reply.status,
    body,
    total: count("x-total-count"),
    result: count("x-result-count"),
    headers: reply.headers,
  };
}

const COLLECTIONS = [
  ["620 v4", "Catalog", "productCatalogManagement/v4/catalog"],
  ["620 v4", "Category", "productCatalogManagement/v4/category"],
  ["620 v4", "ProductOffering", "productCatalogManagement/v4/productOffering"],
  ["620 v4", "ProductOfferingPrice", "productCatalogManagement/v4/productOfferingPrice"],
  ["620 v4", "ProductSpecification", "productCatalogManagement/v4/productSpecification"],
  ["620 v5", "ProductCatalog", "productCatalogManagement/v5/productCatalog"],
  ["620 v5", "Category", "productCatalogManagement/v5/category"],
  ["620 v5", "ProductOffering", "productCatalogManagement/v5/productOffering"],
  ["620 v5", "ProductOfferingPrice", "productCatalogManagement/v5/productOfferingPrice"],
  ["620 v5", "ProductSpecification", "productCatalogManagement/v5/productSpecification"],
  ["622 v4", "ProductOrder", "productOrderingManagement/v4/productOrder"],
  ["622 v5", "ProductOrder", "productOrderingManagement/v5/productOrder"],
  ["637 v5", "Product", "productInventory/v5/product"],
  ["629 v5", "Customer", "customerManagement/v5/customer"],
] as const satisfies readonly (readonly [Published, string, string])[];

describe.each(COLLECTIONS)("%s: %s", (file, schema, path) => {
  test("lists resources by the published schema, which can be read alone at their href", async () => {
    const { status, body, total, result } = await get(`${path}?limit=100`);
    expect([status, total, result]).toEqual([total > 100 ? 206 : 200, total, body.length]);
    expect(total).toBeGreaterThan(0);
    for (const each of body) expect([each.id, tmfMistakes(file, schema, each)]).toEqual([each.id, []]);
    const [{ id, href } = { id: "", href: "" }] = body;
    const alone = await get(String(href).replace(`${url}/tmf-api/`, ""));
    expect(alone).toMatchObject({ status: 200, body: { id, "@type": schema } });
  });

  test("Attribute selection: fields has what is asked for, and what identifies a resource", async () => {
    const { body } = await get(`${path}?fields=name&limit=1`);
    const names = Object.keys(body[0] ?? {});
    expect(names).toEqual(expect.arrayContaining(["id", "href", "@type"]));
    expect(names.filter((name) => !["id", "href", "@type", "name"].includes(name))).toEqual([]);
    const alone = await get(`${path}/${encodeURIComponent(String(body[0]?.id))}?fields=href`);
    expect(Object.keys(alone.body).toSorted()).toEqual(["@type", "href", "id"]);
  });

  test("Pagination: offset and limit divide the list, 206 says that there is more", async () => {
    const whole = await get(`${path}?limit=100`);
    const first = await get(`${path}?limit=1`);
    expect(first).toMatchObject({ status: whole.total > 1 ? 206 : 200, total: whole.total, result: 1 });
    const next = await get(`${path}?offset=1&limit=1`);
    expect(next.body.map(({ id }) => id)).toEqual(whole.body.slice(1, 2).map(({ id }) => id));
    expect(await get(`${path}?offset=100000`)).toMatchObject({ status: 200, body: [] });
    expect((await get(`${path}?offset=${whole.total - 1}`)).status).toBe(200);
  });

  test("Filtering: by id; and what does not exist is 404", async () => {
    const { body } = await get(`${path}?limit=100`);
    const id = String(body.at(-1)?.id);
    const found = await get(`${path}?id=${encodeURIComponent(id)}`);
    expect(found).toMatchObject({ status: 200, total: 1, body: [{ id }] });
    expect((await get(`${path}/%00`)).status).toBe(404);
    const part = encodeURIComponent(id.slice(1));
    expect((await get(`${path}?id=,${part}`)).total).toBe(0);
    expect(await get(`${path}?id=nothing`)).toMatchObject({ status: 200, total: 0, body: [] });
    const missing = await get(`${path}/nothing`);
    expect([missing.status, tmfMistakes("622 v4", "Error", missing.body)]).toEqual([404, []]);
  });

  test("Sorting: by id, in both directions", async () => {
    const ids = async (sort: string) => (await get(`${path}?limit=100&sort=${sort}`)).body.map(({ id }) => id);
    const [up, down] = [await ids("id"), await ids("-id")];
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual(up.toReversed());
    expect(await ids("%2Bid")).toEqual(up);
    expect(await ids("+id")).toEqual(up);
    expect((await get(`${path}?limit=1&sort=-id`)).body.map(({ id }) => id)).toEqual(down.slice(0, 1));
  });

  test.each([
    "offset=-1",
    "offset=x",
    "limit=0",
    "limit=1.5",
    "limit=99999999999",
    "id=%00",
    "id=a;id=b",
    "fields=id;limit=1",
    "sort=nothing",
    "sort=",
    "sort=id,",
    "sort=price",
    "sort=relatedParty",
    "sort=-",
    "sort=id,id,id,id,id,id",
    "filter=x",
    "nothing=1",
    "name.ne=x",
    "orderDate.gte=2026-02-31",
    "price.value.gt=abc",
    "price.value.gt=1,2",
    "price.value=ten",
    "price.value.gt=2026-11-27",
    "lastUpdate.gt=39",
    "lastUpdate=39",
    "lastUpdate.gt=2026-03-29T02:30:00",
    "lastUpdate.gt=20261127",
    "name.gt=5",
    "name=",
    "isBundle=perhaps",
  ])("refuses %s", async (query) => {
    const { status, body } = await get(`${path}?${query}`);
    expect([status, tmfMistakes("620 v5", "Error", body)]).toEqual([400, []]);
    expect(body).toMatchObject({ status: "400" });
  });
});

describe("the product catalogue", () => {
  const priceOf = async (id: string) => (await get(`productCatalogManagement/v5/productOfferingPrice/${id}`)).body;

  test("has each price with its term, a promotion as a price of its own, and both as the shop has them", async () => {
    const { body } = await shop.shopper().request("GET", "/public-api/catalogue");
    const cards = (body as { products: { code: string; billing: number; priceNow: number }[] }).products;
    const billing = (code: string) => cards.find((card) => card.code === code)?.billing;
    const [long, promotion] = [await priceOf("SMART60.182400001"), await priceOf("SMART60.182400001.promotion")];
    expect(long).toMatchObject({
      priceType: "recurring",
      recurringChargePeriodType: "month",
      price: { unit: "CHF" },
      productOfferingTerm: [{ name: "minimumTerm", duration: { amount: 24, units: "month" } }],
      popRelationship: [{ id: "SMART60.182400001.promotion", relationshipType: "discountedBy" }],
    });
    const value = (price: Body) => (price["price"] as { readonly value: number }).value;
    expect(Math.round((value(long) + value(promotion)) * 100)).toBe(Math.round((billing("SMART60") ?? 0) * 100));
    expect(promotion).toMatchObject({
      priceType: "discount",
      productOfferingTerm: [{ name: "promotion", duration: { amount: 24, units: "month" } }],
    });
    expect((await priceOf("TVM.months-3"))["productOfferingTerm"]).toMatchObject([
      { name: "duration", duration: { amount: 3 } },
      { name: "minimumTerm", duration: { amount: 21 } },
    ]);
    expect(await priceOf("PREPAID20.prepaid")).toMatchObject({ priceType: "oneTime" });
  });

  test("has the price of TV after its months, and the total over the minimum term", async () => {
    const [first, after] = [await priceOf("TVM.months-3"), await priceOf("TVM.months-3.after")];
    expect(first["popRelationship"]).toMatchObject([{ id: "TVM.months-3.after", relationshipType: "followedBy" }]);
    expect(after).toMatchObject({ name: "afterDuration", description: "including VAT, from month 4" });
    const value = (price: Body) => (price["price"] as { readonly value: number }).value;
    const total = (3 * value(first) + 18 * value(after)).toFixed(2);
    expect(first["description"]).toBe(`including VAT, CHF ${total} over 21 months`);
    expect((await priceOf("TVM.months-24"))["description"]).toBe("including VAT");
  });

  test("leads from a category to its offerings, and from these to prices and specification", async () => {
    const { body: category } = await get("productCatalogManagement/v5/category/device");
    const [first] = category["productOffering"] as Body[];
    const { body: offering } = await get(String(first?.["href"]).replace(`${url}/tmf-api/`, ""));
    const refs = [
      offering["productSpecification"] as Body,
      ...(offering["productOfferingPrice"] as Body[]),
      ...(offering["category"] as Body[]),
    ];
    for (const { href, id } of refs)
      expect((await get(String(href).replace(`${url}/tmf-api/`, ""))).body).toMatchObject({ id });
  });

  test("says to which offerings another one can be added, as the checkout has it", async () => {
    const to = async (code: string) => {
      const { body } = await get(`productCatalogManagement/v5/productOffering/${code}`);
      return ((body["productOfferingRelationship"] ?? []) as Body[]).map(({ id, relationshipType }) => {
        expect(relationshipType).toBe("optionalFor");
        return id;
      });
    };
    const devices = (await get("productCatalogManagement/v5/productOffering?category.id=device")).body;
    const tariffs = await to(String(devices[0]?.id));
    expect(tariffs).toContain("SMART60");
    // Neither without a bill, nor without a binding of 24 months.
    expect(tariffs).not.toContain("PREPAID20");
    for (const tariff of ["SMART60", "PREPAID20"]) {
      const { status } = await shop
        .shopper()
        .call("checkout", { type: "Tariff", tariff, mobile: devices[0]?.id ?? "" });
      expect([tariff, status === 200]).toEqual([tariff, tariffs.includes(tariff)]);
    }
    expect(await to("EU10")).toContain("PREPAID20");
    expect(await to("SMART60")).toEqual([]);
    expect(await to("insurance")).toEqual(devices.map(({ id }) => id));
  });

  test("Sorting: by any attribute, numbers by value, what is missing last, then by the next attribute", async () => {
    const prices = async (query: string) =>
      (await get(`productCatalogManagement/v5/productOfferingPrice?limit=100&${query}`)).body;
    const value = (price: Body) => (price["price"] as { readonly value: number }).value;
    const values = (await prices("sort=price.value")).map(value);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    expect((await prices("sort=-price.value")).map(value)).toEqual(values.toReversed());
    const promoted = (await prices("sort=popRelationship.id")).map((price) => "popRelationship" in price);
    expect(promoted.indexOf(false)).toBeGreaterThan(0);
    expect(promoted.lastIndexOf(true)).toBeLessThan(promoted.indexOf(false));
    const two = (await prices("sort=-priceType,name")).map(({ priceType, name }) => [priceType, name].map(String));
    const [first] = two;
    expect(first?.[0]).toBe("recurring");
    const names = two.filter(([type]) => type === "recurring").map(([, name = ""]) => name);
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, "en")));
  });

  test("can be filtered by attributes, also in lists, and says what is not sold any more", async () => {
    const tv = await get("productCatalogManagement/v4/productOffering?category.id=tv");
    expect(tv.body.map(({ id }) => id)).toContain("TVM");
    expect(tv.body.map(({ id }) => id)).not.toContain("SMART60");
    const dear = await get("productCatalogManagement/v4/productOfferingPrice?price.value.gt=90&limit=100");
    expect(dear.total).toBeGreaterThan(0);
    for (const each of dear.body) expect((each["price"] as { value: number }).value).toBeGreaterThan(90);
    const price = "productCatalogManagement/v5/productOfferingPrice";
    const exact = [];
    for (const value of ["10", "10.0", "10.00"]) exact.push((await get(`${price}?price.value=${value}`)).total);
    expect(exact[0]).toBeGreaterThan(0);
    expect(new Set(exact).size).toBe(1);
    const [first] = (await get(price)).body;
    const updated = new Date(String(first?.["lastUpdate"]));
    const inTokyo = new Date(updated.getTime() + 9 * 3_600_000).toISOString().replace("Z", "");
    for (const zone of ["%2B09:00", "%2B0900", "+09:00"]) {
      expect((await get(`${price}?id=${first?.id}&lastUpdate=${inTokyo}${zone}`)).total).toBe(1);
      expect((await get(`${price}?id=${first?.id}&lastUpdate.gt=${inTokyo}${zone}`)).total).toBe(0);
    }
    const hidden = await get("productCatalogManagement/v4/productOffering?lifecycleStatus=Retired");
    expect(hidden.body).toMatchObject([{ id: "LEGACY1", isSellable: false }]);
  });
});

describe("orders, products and customers", () => {
  test("an order shows what was handed over and how far it is, without what identifies its holder", async () => {
    const [number = ""] = numbers;
    const order = (await get(`productOrderingManagement/v4/productOrder/${number}`)).body;
    expect(order).toMatchObject({ id: number, state: "acknowledged", relatedParty: [{ role: "customer" }] });
    expect(JSON.stringify(order["productOrderItem"])).toContain('"id":"EU10"');
    expect(JSON.stringify(order)).toContain('"mnpMsisdn"');
    expect(JSON.stringify(order)).not.toMatch(/puk|12345678|mnpHolder|Authority|identification|idNo|birthDate/i);
    const items = order["productOrderItem"] as readonly (Body & {
      readonly productOffering: Body;
      readonly itemPrice: readonly (Body & {
        readonly price: { readonly taxIncludedAmount: { readonly value: number } };
        readonly priceAlteration?: readonly {
          readonly price: { readonly taxIncludedAmount: { readonly value: number } };
        }[];
      })[];
    })[];
    for (const { productOffering } of items)
      expect((await get(`productCatalogManagement/v5/productOffering/${productOffering.id}`)).status).toBe(200);
    // The catalogue and the order say the same about the promotion: a price, and a discount that is applied to it.
    const [monthly] = items[0]?.itemPrice ?? [];
    expect(monthly?.price.taxIncludedAmount.value).toBe(59.9);
    expect(monthly?.priceAlteration?.[0]?.price.taxIncludedAmount.value).toBe(-20);
    const set = (sql: string) => shop.database.pool.query(`update orders set ${sql} where number = $1`, [number]);
    await set("progress = 'completed', progress_at = now()");
    expect((await get(`productOrderingManagement/v4/productOrder/${number}`)).body).toMatchObject({
      state: "completed",
      completionDate: expect.any(String),
    });
    expect((await get(`productInventory/v5/product/${number}`)).body).toMatchObject({ status: "active" });
    await set("status = 'cancelled'");
    expect((await get(`productOrderingManagement/v4/productOrder?state=cancelled`)).body).toMatchObject([
      { id: number, state: "cancelled" },
    ]);
    expect((await get(`productInventory/v5/product?status=cancelled`)).body).toMatchObject([{ id: number }]);
    await set("status = 'placed', progress = null, progress_at = null");
    expect((await get(`productOrderingManagement/v4/productOrder?state=acknowledged,cancelled`)).total).toBe(2);
  });

  test("orders can be found by their customer and their time; other filters are refused", async () => {
    const { body } = await get("productOrderingManagement/v4/productOrder");
    const [party] = (body[1]?.["relatedParty"] ?? []) as Body[];
    const own = await get(`productOrderingManagement/v4/productOrder?relatedParty.id=${party?.id}`);
    expect(own.body.map(({ id }) => id)).toEqual([numbers[1]]);
    const customer = await get(String(party?.["href"]).replace(`${url}/tmf-api/`, ""));
    expect(customer.body).toMatchObject({
      id: party?.id,
      contactMedium: [{ emailAddress: "tmf1@example.ch" }, {}, {}],
    });
    const mine = await get("customerManagement/v5/customer?contactMedium.emailAddress=TMF1@example.ch");
    expect(mine.body.map(({ id }) => id)).toEqual([party?.id]);
    expect((await get(`productInventory/v5/product?relatedParty.partyOrPartyRole.id=${party?.id}`)).total).toBe(1);
    const at = String(body[1]?.["orderDate"]);
    const since = (operator: string) => get(`productOrderingManagement/v4/productOrder?orderDate.${operator}=${at}`);
    expect((await since("gte")).body.map(({ id }) => id)).toEqual([numbers[1]]);
    expect((await since("gt")).total).toBe(0);
    expect((await since("lt")).body.map(({ id }) => id)).toEqual([numbers[0]]);
    expect((await since("lte")).total).toBe(2);
    const latest = await get("productOrderingManagement/v4/productOrder?sort=-orderDate,id");
    expect(latest.body.map(({ id }) => id)).toEqual(numbers.toReversed());
    const inV5 = await get(`productOrderingManagement/v5/productOrder?sort=-creationDate&creationDate.lte=${at}`);
    expect(inV5.body.map(({ id }) => id)).toEqual(numbers.toReversed());
    const product = await get(`productInventory/v5/product?productOrderItem.orderId=${numbers[1]}`);
    expect(product.body.map(({ id }) => id)).toEqual([numbers[1]]);
    expect(
      (await get(`productInventory/v5/product?id=${numbers[0]}&productOrderItem.orderId=${numbers[1]}`)).total,
    ).toBe(0);
    for (const path of [
      "productOrderingManagement/v4/productOrder?state=shipped",
      "productInventory/v5/product?status=shipped",
      "productOrderingManagement/v5/productOrder?orderDate.gte=2026-01-01",
      "productOrderingManagement/v5/productOrder?sort=orderDate",
      "productOrderingManagement/v4/productOrder?sort=state",
      "productInventory/v5/product?sort=name",
      "customerManagement/v5/customer?sort=name",
      "productOrderingManagement/v4/productOrder?note=x",
      "productOrderingManagement/v4/productOrder?orderDate=2026-01-01",
      "productOrderingManagement/v4/productOrder?orderDate.gte=soon",
      "productInventory/v5/product?name=x",
      "customerManagement/v5/customer?name=Muster",
    ])
      expect((await get(path)).status).toBe(400);
  });

  test("a day is one in Switzerland, and a time without a zone is Swiss time", async () => {
    const move = (number: string, at: string | Date) =>
      shop.database.pool.query("update orders set created_at = $2 where number = $1", [number, at]);
    const { rows: kept } = await shop.database.pool.query<{ number: string; created_at: Date }>(
      "select number, created_at from orders",
    );
    await move(numbers[0] ?? "", "2026-11-26T22:30:00Z");
    await move(numbers[1] ?? "", "2026-11-26T23:30:00Z");
    const found = async (filter: string) =>
      (await get(`productOrderingManagement/v5/productOrder?${filter}`)).body.map(({ id }) => numbers.indexOf(id));
    for (const [filter, expected] of [
      ["creationDate.gte=2026-11-27", [1]],
      ["creationDate.gt=2026-11-26", [1]],
      ["creationDate.lt=2026-11-27", [0]],
      ["creationDate.lte=2026-11-26", [0]],
      ["creationDate.gte=2026-11-26&creationDate.lt=2026-11-27", [0]],
      ["creationDate.gte=2026-11-27&creationDate.gt=2026-11-01", [1]],
      ["creationDate.gte=2026-11-27T00:00:00", [1]],
      ["creationDate.gte=2026-11-27T00:30", [1]],
      ["creationDate.gte=2026-11-27T00:00:00%2B01:00", [1]],
      ["creationDate.gte=2026-11-27T00:00:00+01:00", [1]],
      ["creationDate.gte=2026-11-27T00:00:00Z", []],
    ] as const)
      expect([filter, await found(filter)]).toEqual([filter, expected]);
    const { status, body } = await get("productOrderingManagement/v5/productOrder?creationDate.gte=27.11.2026");
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining("%2B") }]);
    for (const { number, created_at } of kept) await move(number, created_at);
  });

  test("who has not ordered is no customer, and what was not handed over is no order", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer("only-registered@example.ch", await picture());
    expect((await get("customerManagement/v5/customer")).total).toBe(2);
    await shop.database.pool.query(
      "delete from handovers where order_id = (select id from orders where number = $1)",
      numbers.slice(0, 1),
    );
    expect(await get("productOrderingManagement/v4/productOrder")).toMatchObject({
      total: 1,
      body: [{ id: numbers[1] }],
    });
    expect((await get(`productInventory/v5/product/${numbers[0]}`)).status).toBe(404);
    // As with an order on hold: who waits for a person may never become a customer.
    expect((await get("customerManagement/v5/customer")).total).toBe(1);
  });
});

describe("the port", () => {
  test.each([
    ["no token", ""],
    ["another token", `Bearer ${TOKEN.replace("plm", "xyz")}`],
    ["a part of a token", `Bearer ${TOKEN.slice(0, 20)}`],
    ["another scheme", `Basic ${TOKEN}`],
  ])("refuses %s everywhere, also where there is nothing", async (_what, authorization) => {
    for (const path of ["productCatalogManagement/v5/category", "productOrderingManagement/v4/productOrder/K1", "x"]) {
      const { status, body, headers } = await get(path, { authorization });
      expect([status, headers.get("www-authenticate"), tmfMistakes("620 v5", "Error", body)]).toEqual([
        401,
        'Bearer realm="tmf"',
        [],
      ]);
    }
  });

  test("knows each system, and records what personal data it reads", async () => {
    const lines: string[] = [];
    const other = await startShop({
      env: { TMF_PORT: "0", TMF_TOKENS: `crm:${OTHER}`, LOG_LEVEL: "info" },
      onLog: (line) => void lines.push(line),
    });
    const call = (token: string) =>
      fetch(`${other.kasse.extensionAddresses["tmf"]}/tmf-api/customerManagement/v5/customer`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect([(await call(OTHER)).status, (await call(TOKEN)).status]).toEqual([200, 401]);
    await other.stop();
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ security }) => security);
    expect(events).toMatchObject([
      { security: "tmf.read", by: "crm", route: "/tmf-api/customerManagement/v5/customer", count: 0 },
      { security: "tmf.refused" },
    ]);
  });

  test("answers with an Error what is refused before it is a request", async () => {
    const failure = async (path: string, headers: Record<string, string> = {}) => {
      const { status, body } = await get(path, headers);
      return [status, tmfMistakes("620 v5", "Error", body), body["status"]];
    };
    expect(await failure(`productInventory/v5/product/${"x".repeat(300)}`)).toEqual([414, [], "414"]);
    expect(await failure("productInventory/v5/product/%zz")).toEqual([400, [], "400"]);
    expect(await failure("productInventory/v5/product", { "x-long": "x".repeat(20_000) })).toEqual([431, [], "431"]);
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname).end("nonsense\r\n\r\n");
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(tmfMistakes("620 v5", "Error", JSON.parse(body))).toEqual([]);
  });

  test("answers unknown paths and methods, and the shop's own port has nothing of it", async () => {
    expect(await get("productCatalogManagement/v3/category")).toMatchObject({
      status: 404,
      body: { code: "notFound" },
    });
    const sent = await fetch(`${url}/tmf-api/productOrderingManagement/v4/productOrder`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: "{}",
    });
    expect([sent.status, sent.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(`${shop.url}/tmf-api/productCatalogManagement/v5/category`)).status).toBe(404);
  });
});
