import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import { noteOpened, sessionWith } from "../queries.ts";
import { findPerson } from "#server/operator/personal-data/find.ts";
import { person, retention } from "../upkeep.ts";
import { startAgent, type Agent, type AgentAnswer, type AgentReply } from "./agent.ts";
import { personForm, picture } from "#test/support/people.ts";
import { expectOk } from "#test/support/shopper.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { ucpErrors } from "./ucp-schemas.ts";

let agent: Agent;
let other: Agent;
/** A platform that does not know the shop's extension. */
let plain: Agent;
let shop: Shop;
let time: Date | null = null;
beforeAll(async () => {
  [agent, other, plain] = await Promise.all([
    startAgent(),
    startAgent(),
    startAgent(
      (profile) => JSON.parse(JSON.stringify(profile).replaceAll("shopping.telecom", "shopping.other")) as object,
    ),
  ]);
  const env = { AGENTS: "ucp", AGENTS_PLATFORMS: [agent, other, plain].map(({ profileUrl }) => profileUrl).join(" ") };
  shop = await startShop({ env, now: () => time ?? new Date() });
  const { publicUrl } = shop.kasse.services.config;
  for (const each of [agent, other, plain]) each.visits({ url: shop.url, publicUrl });
});
afterAll(async () => {
  await shop.stop();
  await Promise.all([agent.stop(), other.stop(), plain.stop()]);
});

const SIM = "mobile:SMART30:182400002";
const items = (id = SIM, quantity = 1) => ({ line_items: [{ item: { id }, quantity }] });
const PERSON = {
  buyer: { first_name: "Ada", last_name: "Muster", email: "ada@example.ch", phone_number: "+41784123456" },
  telecom: {
    sim: "card",
    number: { kind: "new" },
    customer: {
      salutation: "mrs",
      birthday: "1990-05-04",
      address: { street_address: "Bahnhofstrasse 12a", postal_code: "8001", address_locality: "Zürich" },
    },
  },
};

/** Expects an answer of UCP's checkout schema, with what the lifecycle demands of its status. */
function expectCheckout({ status, body }: AgentReply, http = 200) {
  expect({ status, ...(status === http ? {} : { body }) }).toEqual({ status: http });
  expect(ucpErrors("shopping/checkout.json", body)).toEqual([]);
  expect(body.ucp.capabilities["dev.ucp.shopping.checkout"]).toHaveLength(1);
  const severities: string[] = body.messages.map(({ severity }) => severity ?? "");
  if (body.status === "requires_escalation") {
    expect(severities.some((each) => each.startsWith("requires_buyer"))).toBe(true);
    expect(body.continue_url).toMatch(/^https?:/);
  }
  if (body.status === "completed" || body.status === "canceled") expect(body).not.toHaveProperty("continue_url");
  if (body.status === "incomplete") expect(severities).toContain("recoverable");
  return body;
}
const create = async (body: object, by = agent) =>
  expectCheckout(await by.call("POST", "/checkout-sessions", body), 201);
const get = async (id: string, by = agent) => (await by.call("GET", `/checkout-sessions/${id}`)).body;
const errorsIn = (messages: AgentAnswer["messages"]) =>
  messages.filter(({ severity }) => severity === "recoverable").map(({ path }) => path);
const codes = ({ messages }: Pick<AgentAnswer, "messages">) => messages.map(({ code }) => code);
const secretOf = ({ continue_url: url }: Pick<AgentAnswer, "continue_url">) => new URL(url).hash.slice(1);
const BROWSER = "this browser, at random";

describe("a platform", () => {
  test("creates a checkout, learns what is missing, supplies it, and hands over to the person", async () => {
    const begun = await create({ ...items(), context: { language: "en" } });
    expect(begun).toMatchObject({ status: "incomplete", currency: "CHF" });
    expect(begun.messages).toContainEqual({
      type: "error",
      code: "field_required",
      path: "$.buyer.email",
      content: expect.any(String),
      severity: "recoverable",
    });
    const done = expectCheckout(await agent.call("PUT", `/checkout-sessions/${begun.id}`, { ...items(), ...PERSON }));
    expect(done).toMatchObject({ status: "requires_escalation", id: begun.id, ...PERSON });
    expect(codes(done)).toEqual(expect.arrayContaining(["buyer_account", "buyer_document", "buyer_review"]));
    // What was sent back unchanged, as platforms do, changes nothing.
    const again = expectCheckout(await agent.call("PUT", `/checkout-sessions/${begun.id}`, done));
    expect({ ...again, continue_url: "" }).toEqual({ ...done, continue_url: "" });
    expect({ ...(await get(begun.id)), continue_url: "" }).toEqual({ ...done, continue_url: "" });
  });

  test("can never complete a checkout, whatever it sends as payment", async () => {
    const { id } = await create({ ...items(), ...PERSON });
    const payment = { instruments: [{ id: "x", handler_id: "y", type: "card", credential: { type: "card" } }] };
    const reply = await agent.call("POST", `/checkout-sessions/${id}/complete`, { payment });
    expect(expectCheckout(reply)).toMatchObject({ status: "requires_escalation" });
    expect(reply.headers.get("signature")).toMatch(/^sig1=:/);
    expect(reply.headers.get("content-digest")).toMatch(/^sha-256=:/);
  });

  test("cancels a checkout once, and cannot change it any more", async () => {
    const { id } = await create(items());
    expect(expectCheckout(await agent.call("POST", `/checkout-sessions/${id}/cancel`))).toMatchObject({
      status: "canceled",
    });
    for (const [method, path, body] of [
      ["POST", "/cancel", undefined],
      ["POST", "/complete", {}],
      ["PUT", "", items()],
    ] as const)
      expect(await agent.call(method, `/checkout-sessions/${id}${path}`, body)).toMatchObject({
        status: 409,
        body: { code: "checkout_canceled" },
      });
    expect((await get(id)).status).toBe("canceled");
  });

  test("has to sign, and cannot see the checkouts of another", async () => {
    const unsigned = await agent.call("POST", "/checkout-sessions", items(), { signs: false });
    expect(unsigned).toMatchObject({ status: 401, body: { code: "signature_missing" } });
    const { id } = await create(items());
    const foreign = await get(id, other);
    expect(ucpErrors("shopping/types/error_response.json", foreign)).toEqual([]);
    expect(foreign).toEqual(await get(randomUUID(), other));
    expect(await other.call("PUT", `/checkout-sessions/${id}`, items())).toMatchObject({
      body: { ucp: { status: "error" } },
    });
    expect((await get(id)).status).toBe("incomplete");
  });

  test("gets an error for what is not sold, and cannot send an unknown option", async () => {
    const { status, body } = await agent.call("POST", "/checkout-sessions", items("mobile:NOTHING:182400001"));
    expect(status).toBe(200);
    expect(ucpErrors("shopping/types/error_response.json", body)).toEqual([]);
    expect(body.messages[0]).toMatchObject({ code: "item_unavailable", severity: "unrecoverable" });
    const misspelt = await agent.call("POST", "/checkout-sessions", { ...items(), telecom: { bundle: ["EU10"] } });
    expect(misspelt).toMatchObject({ status: 400, body: { code: "invalid_request", content: /telecom/ as never } });
  });
});

describe("a repeated request", () => {
  test("gets the first answer, changes nothing, and never with another body", async () => {
    const key = randomUUID();
    const first = await agent.call("POST", "/checkout-sessions", items(), { key });
    const second = await agent.call("POST", "/checkout-sessions", items(), { key });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect({ ...second.body, continue_url: "" }).toEqual({ ...first.body, continue_url: "" });
    expect(second.body.continue_url).toMatch(/#/);
    const reused = await agent.call("POST", "/checkout-sessions", items("mobile:SMART60:182400001"), { key });
    expect(reused).toMatchObject({ status: 409, body: { code: "idempotency_key_reused" } });
    // Keys belong to their platform.
    expect((await other.call("POST", "/checkout-sessions", items("tv:TVM:12"), { key })).status).toBe(201);
  });

  test("creates one checkout if both arrive at once", async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => agent.call("POST", "/checkout-sessions", items(), { key })),
    );
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  });

  test("may be sent again after it failed", async () => {
    const key = randomUUID();
    expect((await agent.call("POST", "/checkout-sessions", items("mobile:X:1"), { key })).body.ucp.status).toBe(
      "error",
    );
    expect((await agent.call("POST", "/checkout-sessions", items(), { key })).status).toBe(201);
  });

  test("its stored answer contains no link to take over", async () => {
    const { body } = await agent.call("POST", "/checkout-sessions", items());
    const stored = "select body::text from agent_requests where body->>'id' = $1";
    const { rows } = await shop.database.pool.query<{ body: string }>(stored, [body.id]);
    expect(rows.map((row) => row.body.includes(body.id))).toEqual([true]);
    expect(rows[0]?.body).not.toContain("/prepared#");
  });
});

describe("what is ordered", () => {
  test("has the price, options and totals of the shop's own checkout", async () => {
    const options = { bundles: ["EU10"], insurance: true, credit_limit: 200, bill: "post" };
    const {
      telecom,
      totals,
      line_items: lines,
    } = await create({
      ...items("mobile:SMART60:182400001:AARE5"),
      telecom: options,
    });
    const shopper = shop.shopper();
    const own = await shopper.choose({
      type: "Tariff",
      tariff: "SMART60",
      mobile: "AARE5",
      binding: "182400001",
      bundles: ["EU10"],
      insurance: true,
      limit: 200,
      postBill: true,
    } as BodyOf<"checkout">);
    const rappen = (chf: unknown) => Math.round(Number(chf) * 100);
    expect(telecom.prices).toMatchObject({
      due_now: rappen(own.total),
      monthly: rappen(own.billing),
      first_bill: rappen(own.oneTime),
    });
    expect(telecom).toMatchObject(options);
    expect(totals.at(-1)).toEqual({ type: "total", amount: rappen(own.total) });
    const sum = lines.reduce((all, { totals: [, total] }) => all + (total?.amount ?? 0), 0);
    expect(sum).toBe(rappen(own.total));
  });

  test("leaves out options that do not fit, and names them", async () => {
    const { messages, telecom } = await create({
      ...items(),
      ...PERSON,
      telecom: { ...PERSON.telecom, bundles: ["NOTHING"], insurance: true, credit_limit: 9999 },
    });
    const paths = errorsIn(messages);
    expect(new Set(paths)).toEqual(new Set(["$.telecom.bundles", "$.telecom.credit_limit", "$.telecom.insurance"]));
    expect(telecom).not.toHaveProperty("insurance");
  });

  test("is one piece of one product", async () => {
    const three = await create(items(SIM, 3));
    expect(three.line_items[0].quantity).toBe(1);
    expect(codes(three)).toContain("quantity_adjusted");
    const two = await create({ line_items: [...items().line_items, ...items("tv:TVM:12").line_items] });
    expect(codes(two)).toContain("one_product");
    expect(two.status).toBe("incomplete");
  });

  test("checks what was entered by the rules of the steps, and asks no system behind the shop", async () => {
    const wrong = {
      buyer: { ...PERSON.buyer, first_name: "http://x.ch", email: "ada", phone_number: "12" },
      telecom: {
        sim: "esim",
        number: { kind: "transfer", msisdn: "0791", current_contract: "prepaid", date: "2020-01-01" },
        customer: { birthday: "2020-01-01", address: { street_address: "?", postal_code: "80" } },
      },
    };
    const { messages, status } = await create({ ...items(), ...wrong, context: { language: "en" } });
    expect(status).toBe("incomplete");
    const paths = errorsIn(messages);
    expect(paths).toEqual(
      expect.arrayContaining([
        "$.buyer.first_name",
        "$.buyer.email",
        "$.buyer.phone_number",
        "$.telecom.customer.birthday",
        "$.telecom.customer.address.street_address",
        "$.telecom.customer.address.postal_code",
        "$.telecom.customer.address.address_locality",
        "$.telecom.number.msisdn",
        "$.telecom.number.date",
      ]),
    );
    // The e-mail of a customer of the shop is answered like any other.
    const known = await create({ ...items(), ...PERSON, buyer: { ...PERSON.buyer, email: "anna.amsler@example.ch" } });
    const unknown = await create({ ...items(), ...PERSON, buyer: { ...PERSON.buyer, email: "nobody@example.ch" } });
    expect(known.messages).toEqual(unknown.messages);
  });

  test.each(["03/04/1990", "1990-2-3", "", "1990-02-03T00:00:00Z"])(
    "refuses the day %j, which could be misread",
    async (day) => {
      const born = { ...items(), telecom: { customer: { birthday: day } } };
      expect(await agent.call("POST", "/checkout-sessions", born)).toMatchObject({ status: 400 });
      const number = { kind: "transfer", msisdn: "41791234567", date: day };
      expect(await agent.call("POST", "/checkout-sessions", { ...items(), telecom: { number } })).toMatchObject({
        status: 400,
      });
    },
  );

  test("does not make a Swiss address of one abroad", async () => {
    const address = { ...PERSON.telecom.customer.address, address_country: "AT" };
    const telecom = { ...PERSON.telecom, customer: { ...PERSON.telecom.customer, address } };
    const session = await create({ ...items(), ...PERSON, telecom });
    expect(session).toMatchObject({ status: "incomplete" });
    expect(codes(session)).toContain("address_undeliverable");
    expect(JSON.stringify(session.telecom)).not.toContain("Zürich");
    const swiss = { ...telecom, customer: { ...telecom.customer, address: { ...address, address_country: "CHE" } } };
    expect((await create({ ...items(), ...PERSON, telecom: swiss })).status).toBe("requires_escalation");
  });

  test("leaves to the person what only the extension has, if the platform does not know it", async () => {
    const { telecom: _, ...known } = PERSON;
    const session = await create({ ...items(), ...known }, plain);
    expect(session.status).toBe("requires_escalation");
    expect(session).not.toHaveProperty("telecom");
  });

  test("answers what is nested deeply, and ids of any signs", async () => {
    const deep = JSON.parse(`${"[".repeat(4000)}${"]".repeat(4000)}`) as object;
    expect((await agent.call("POST", "/checkout-sessions", { ...items(), context: { deep } })).status).toBe(201);
    for (const id of ["K100001%00", "%F0%9F%92%A9", "..%2f..", "x".repeat(199)])
      expect((await agent.call("GET", `/orders/${id}`)).body.ucp.status).toBe("error");
  });

  test("never takes a PUK or a document from a platform", async () => {
    const secret = { ...items(), telecom: { number: { kind: "transfer", msisdn: "41791234567", puk: "12345678" } } };
    expect(await agent.call("POST", "/checkout-sessions", secret)).toMatchObject({ status: 400 });
    const number = { kind: "transfer", msisdn: "41791234567", current_contract: "prepaid" };
    const done = await create({ ...items(), ...PERSON, telecom: { ...PERSON.telecom, number } });
    expect(done.status).toBe("requires_escalation");
    expect(codes(done)).toEqual(expect.arrayContaining(["buyer_puk", "buyer_authority"]));
  });

  test("says that a device is sold out", async () => {
    await shop.database.pool.query("update stock set on_hand = 0 where article = 'AARE5'");
    const { messages, status } = await create({ ...items("mobile:SMART60:182400001:AARE5"), ...PERSON });
    expect(status).toBe("incomplete");
    expect(messages[0]).toMatchObject({ code: "out_of_stock", severity: "recoverable", path: "$.line_items[0]" });
  });
});

describe("the person", () => {
  const show = (body: object, shopper = shop.shopper()) =>
    shopper.call("preparedCheckout", { browser: BROWSER, ...body } as BodyOf<"preparedCheckout">);
  /** Looks at what was prepared, and takes over what was seen. */
  const take = async (secret: string, shopper = shop.shopper()) => {
    const { version } = (await show({ secret }, shopper)).body;
    return show({ secret, take: true, version }, shopper);
  };

  test("sees what was prepared, takes it over once, and orders; the platform reads that", async () => {
    const session = await create(items());
    const path = `/checkout-sessions/${session.id}`;
    const [updating, completing] = [randomUUID(), randomUUID()];
    const update = () => agent.call("PUT", path, { ...items(), ...PERSON }, { key: updating });
    const complete = () => agent.call("POST", `${path}/complete`, {}, { key: completing });
    const [updated, refusedToOrder] = [await update(), await complete()];
    const secret = secretOf(session);
    const shopper = shop.shopper();
    const seen = await expectOk("see", show({ secret }, shopper));
    expect(seen).toMatchObject({
      taken: null,
      record: { tariff: "SMART30" },
      form: { first_name: "Ada", number: "12a" },
    });
    expect(seen.platform).toBe(new URL(agent.profileUrl).host);
    const { taken } = await expectOk("take over", take(secret, shopper));
    expect(taken?.page).toBe("3");
    const { rows } = await shop.database.pool.query("select source from checkouts where id = $1", [taken?.checkoutId]);
    expect(rows).toEqual([{ source: `agent:${seen.platform}` }]);
    // A repeated request of the same browser gets the same checkout; any other browser gets nothing.
    expect((await expectOk("again", show({ secret, take: true }, shopper))).taken).toEqual(taken);
    expect(await show({ secret, take: true, browser: "quite another browser" })).toMatchObject({ status: 404 });
    const waiting = await get(session.id);
    expect(waiting).toMatchObject({ status: "requires_escalation" });
    expect(JSON.stringify(waiting)).not.toContain(taken?.checkoutId);
    expect(waiting.continue_url).not.toContain("#");
    expect(await agent.call("PUT", `/checkout-sessions/${session.id}`, items())).toMatchObject({
      status: 409,
      body: { code: "checkout_with_buyer" },
    });

    shopper.checkoutId = taken?.checkoutId ?? null;
    await shopper.becomeCustomer("ada@example.ch", await picture());
    const order = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
    const completed = expectCheckout(await agent.call("GET", `/checkout-sessions/${session.id}`));
    expect(completed).toMatchObject({ status: "completed", order: { id: order.orderNumber } });
    expect(await agent.call("POST", `/checkout-sessions/${session.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: "checkout_completed" },
    });

    // Repeated with their keys, the platform's requests get their first answers, also after the order.
    for (const [first, again] of [
      [updated, await update()],
      [refusedToOrder, await complete()],
    ] as const)
      expect([again.status, { ...again.body, continue_url: "" }]).toEqual([200, { ...first.body, continue_url: "" }]);

    const shown = (await agent.call("GET", `/orders/${order.orderNumber}`)).body;
    expect(ucpErrors("shopping/order.json", shown)).toEqual([]);
    expect(shown).toMatchObject({ id: order.orderNumber, checkout_id: session.id });
    expect(shown.line_items[0].status).toBe("processing");
    expect(JSON.stringify(shown)).not.toMatch(/\bAda\b|Muster|Bahnhof/);
    expect((await other.call("GET", `/orders/${order.orderNumber}`)).body.ucp.status).toBe("error");
    const unsigned = await agent.call("GET", `/orders/${order.orderNumber}`, undefined, { signs: false });
    expect(unsigned.status).toBe(401);
  });

  test("an order on hold looks like any other to the platform", async () => {
    const session = await create({ ...items(), ...PERSON });
    const shopper = shop.shopper();
    const { taken } = await expectOk("take over", take(secretOf(session), shopper));
    shopper.checkoutId = taken?.checkoutId ?? null;
    await shopper.becomeCustomer("held@example.ch", await picture());
    const order = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
    const before = (await agent.call("GET", `/orders/${order.orderNumber}`)).body;
    await shop.database.pool.query("update orders set status = 'onHold' where number = $1", [order.orderNumber]);
    expect((await agent.call("GET", `/orders/${order.orderNumber}`)).body).toEqual(before);
  });

  test("cannot take over with an invented, foreign, expired or cancelled link", async () => {
    const { id, ...session } = await create(items());
    const secret = secretOf(session);
    const dead = { status: 404, body: { message: expect.any(String) } };
    for (const bad of ["", "x", secret.slice(0, -1) + (secret.endsWith("A") ? "B" : "A"), secret.replace(/^./, "z")])
      expect(await show({ secret: bad })).toMatchObject(dead);
    time = new Date(Date.now() + 31 * 60_000);
    expect(await show({ secret })).toMatchObject(dead);
    time = null;
    expect((await show({ secret })).status).toBe(200);
    await agent.call("POST", `/checkout-sessions/${id}/cancel`);
    expect(await show({ secret })).toMatchObject(dead);
    expect(await show({ secret, take: true })).toMatchObject(dead);
  });

  test("takes over one checkout even with two clicks", async () => {
    const secret = secretOf(await create(items()));
    const { version } = (await show({ secret })).body;
    const answers = await Promise.all([1, 2, 3].map(() => show({ secret, take: true, version })));
    expect(new Set(answers.map(({ body }) => body.taken?.checkoutId)).size).toBe(1);
  });

  test("is shown what the platform has changed in the meantime before it is taken over, and a new price too", async () => {
    const session = await create({ ...items(), ...PERSON });
    const secret = secretOf(session);
    const seen = (await show({ secret })).body;
    await agent.call("PUT", `/checkout-sessions/${session.id}`, items("mobile:SMART60:182400001"));
    const changed = await expectOk("change", show({ secret, take: true, version: seen.version }));
    expect(changed).toMatchObject({ taken: null, record: { tariff: "SMART60" } });
    expect(changed.version).not.toBe(seen.version);
    expect((await expectOk("take", show({ secret, take: true, version: changed.version }))).taken).not.toBeNull();
  });

  test("cannot take over what the platform changes, or what expires, while the checkout begins", async () => {
    const session = await create({ ...items(), ...PERSON });
    const { db } = shop.kasse.services;
    const read = await sessionWith(db, session.id);
    if (!read) throw new Error("There is no such session");
    const opened = { by: Buffer.from("browser"), checkoutId: randomUUID() };
    expect(await noteOpened(db, read, { ...opened, at: read.expiresAt })).toBe(false);
    await agent.call("PUT", `/checkout-sessions/${session.id}`, items("mobile:SMART60:182400001"));
    expect(await noteOpened(db, read, { ...opened, at: new Date() })).toBe(false);
    const now = await sessionWith(db, session.id);
    expect(now?.openedBy).toBeNull();
    expect(await noteOpened(db, now ?? read, { ...opened, at: new Date() })).toBe(true);
  });

  test("returns to the own checkout by the link, even if the platform has ended its session", async () => {
    const session = await create({ ...items(), ...PERSON });
    const secret = secretOf(session);
    const { taken } = await expectOk("take over", take(secret));
    expectCheckout(await agent.call("POST", `/checkout-sessions/${session.id}/cancel`));
    expect((await expectOk("return", show({ secret }))).taken).toEqual(taken);
  });

  test("sees only what is valid, so that no platform writes to people in the shop's name", async () => {
    const buyer = {
      first_name: "Ada",
      last_name: "Ihr Konto ist gesperrt, rufen Sie 0900 123 456 an",
      email: "http://x",
    };
    const customer = { birthday: "2020-01-01", address: { street_address: "?", address_locality: "Z".repeat(1900) } };
    const session = await create({ ...items(), buyer, telecom: { customer } });
    const { form } = await expectOk("see", show({ secret: secretOf(session) }));
    expect(form).toEqual({ first_name: "Ada" });
  });

  test("is not bound by what was prepared: every step checks it again", async () => {
    const session = await create({ ...items(), buyer: { first_name: "1", email: "x" } });
    const shopper = shop.shopper();
    const { taken } = await expectOk("take over", take(secretOf(session), shopper));
    shopper.checkoutId = taken?.checkoutId ?? null;
    expect((await shopper.prepare("4")).body).toEqual({ page: "3" });
    await expectOk("register", shopper.register("real@example.ch"));
    const form = { ...personForm("real@example.ch"), first_name: "1" } as BodyOf<"validateCustomer">;
    expect((await shopper.call("validateCustomer", form)).status).toBe(422);
  });
});

test("a checkout expires after six hours, and then says so", async () => {
  const { id, expires_at: at } = await create(items());
  time = new Date(Date.parse(at) + 1);
  expect((await get(id)).status).toBe("canceled");
  expect(await agent.call("PUT", `/checkout-sessions/${id}`, items())).toMatchObject({ status: 409 });
  time = null;
});

describe("what a platform has entered about a person", () => {
  const stored = async (id: string) => {
    const { rows } = await shop.database.pool.query<{ form: object; answers: number }>(
      `select prepared->'form' as form, (select count(*)::int from agent_requests where body->>'id' = $1) as answers
       from agent_checkouts where id::text = $1`,
      [id],
    );
    return rows[0];
  };

  test("is removed once the checkout has expired, and the answers after two days", async () => {
    const { id, expires_at: at } = await create({ ...items(), ...PERSON });
    const { db } = shop.kasse.services;
    const remove = (about: string, now: Date) =>
      retention
        .find((each) => each.about === about)
        ?.old(now)
        .remove(db);
    await remove("details that platforms had prepared", new Date(Date.parse(at) - 1));
    expect(await stored(id)).toMatchObject({ form: { first_name: "Ada" }, answers: 1 });
    await remove("details that platforms had prepared", new Date(Date.parse(at) + 1));
    await remove("answers to platforms", new Date(Date.now() + 49 * 3600_000));
    expect(await stored(id)).toEqual({ form: {}, answers: 0 });
    await remove("sessions of platforms", new Date(Date.parse(at) + 31 * 86_400_000));
    expect(await stored(id)).toBeUndefined();
  });

  test("is erased with the person, and the link ends", async () => {
    const email = "Erased@example.ch";
    const mine = await create({ ...items(), ...PERSON, buyer: { ...PERSON.buyer, email } });
    const others = await create({ ...items(), ...PERSON });
    await person.erase(shop.kasse.services.db as never, { email: email.toLowerCase(), checkoutIds: [], found: [] });
    expect(await stored(mine.id)).toEqual({ form: {}, answers: 0 });
    expect(await get(mine.id)).toMatchObject({ status: "canceled", buyer: {} });
    expect(await stored(others.id)).toMatchObject({ form: { first_name: "Ada" }, answers: 1 });
  });

  test.each([" spaces@example.ch", "spaces@example.ch\u00a0", "\tSPACES@example.ch \u2003"])(
    "is found and erased with spaces around the e-mail: %j",
    async (email) => {
      const { id } = await create({ ...items(), ...PERSON });
      const { db } = shop.kasse.services;
      await shop.database.pool.query(
        "update agent_checkouts set prepared = jsonb_set(prepared, '{form,email}', to_jsonb($2::text)) where id::text = $1",
        [id, email],
      );
      expect(await person.find(db, "spaces@example.ch")).toHaveLength(1);
      await person.erase(db as never, { email: "spaces@example.ch", checkoutIds: [], found: [] });
      expect(await stored(id)).toEqual({ form: {}, answers: 0 });
    },
  );

  test("is erased with every answer about it, also of a time when it named nobody", async () => {
    const { id } = await create(items());
    const buyer = { ...PERSON.buyer, email: "later@example.ch" };
    await agent.call("PUT", `/checkout-sessions/${id}`, { ...items(), ...PERSON, buyer });
    expect(await stored(id)).toMatchObject({ answers: 2 });
    await person.erase(shop.kasse.services.db as never, { email: "later@example.ch", checkoutIds: [], found: [] });
    expect(await stored(id)).toEqual({ form: {}, answers: 0 });
  });

  test("is erased although this version cannot read it", async () => {
    const { id } = await create({ ...items(), ...PERSON });
    const { db } = shop.kasse.services;
    await shop.database.pool.query(
      `update agent_checkouts set prepared = '{"form": {"email": "unread@example.ch"}}' where id::text = $1`,
      [id],
    );
    expect(await findPerson(db, "unread@example.ch")).not.toBeNull();
    await person.erase(db as never, { email: "unread@example.ch", checkoutIds: [], found: [] });
    expect(await stored(id)).toEqual({ form: {}, answers: 0 });
  });

  test("is erased if it became a checkout of the person under another e-mail", async () => {
    const { id } = await create({ ...items(), ...PERSON });
    const { rows } = await shop.database.pool.query<{ checkout: string }>(
      "update agent_checkouts set checkout_id = gen_random_uuid() where id::text = $1 returning checkout_id as checkout",
      [id],
    );
    const checkoutIds = [rows[0]?.checkout ?? ""];
    await person.erase(shop.kasse.services.db as never, { email: "right@example.ch", checkoutIds, found: [] });
    expect(await stored(id)).toEqual({ form: {}, answers: 0 });
  });
});
