import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
let support: DeskBrowser;
let finance: DeskBrowser;
let sales: ReturnType<typeof salesIn>;
beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true, env: { DESK_REFUND_LIMIT: "15" } });
  image = await picture();
  sales = salesIn(shop, image);
  support = await atDesk(shop, "sandra@example.ch", "support");
  finance = await atDesk(shop, "fredi@example.ch", "finance");
});
afterAll(() => shop.stop());

describe("one order", () => {
  test("contains the products, the person, and the shopper's steps with every rejection; each view is an entry", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    expect((await shopper.call("createOrder", {})).status).toBe(409);
    await shopper.becomeCustomer("look2@example.ch", image, { ...INSOLVENT, idNo: "X7654321" });
    const { orderNumber: number } = await expectOk("order", shopper.call("createOrder", {}));
    await eventually("the history", async () => {
      const { rowCount } = await shop.database.pool.query(
        `select 1 from checkout_calls c join orders o on o.checkout_id = c.checkout_id
         where o.number = $1 and c.call = 'createOrder' and c.failure is null`,
        [number],
      );
      return (rowCount ?? 0) > 0;
    });
    await eventually("the mail is noted", async () => {
      const noted = "select 1 from order_messages m join orders o on o.id = m.order_id where o.number = $1";
      return ((await shop.database.pool.query(noted, [number])).rowCount ?? 0) > 0;
    });
    const { body } = await support.call("order", { params: { number }, headers: { locale: "fr" } });
    expect(body).toMatchObject({
      state: "onHold",
      refusedBy: "creditAgency",
      person: { name: "Nora Insolvenz", birthday: "1985-04-01", email: "look2@example.ch" },
      document: { kind: "182400004", pictureKept: true, numberEnd: "321" },
      monthly: 24.9,
    });
    expect(body.decideBy).toMatch(/^20\d\d-/);
    expect(body.lines[0]?.name).toBe("SMART 30");
    const kinds = body.history.map((event) => (event.kind === "call" ? event.call : event.kind));
    expect(kinds).toEqual(expect.arrayContaining(["begun", "newCustomer", "createOrder", "ordered", "message"]));
    const early = body.history.find((event) => event.kind === "call" && event.refused !== null);
    expect(early).toMatchObject({ call: "createOrder", times: 1 });
    expect(JSON.stringify(body)).not.toMatch(/X7654321|12345678/);
    expect(body.acts.map(({ act, hindrance }) => [act, hindrance])).toEqual([
      ["release", null],
      ["cancel", null],
      ["refund", "notPaid"],
      ["mail", null],
      ["correctAddress", null],
    ]);
    const { rows } = await shop.database.pool.query("select actor, action from audit_log where subject = $1", [number]);
    expect(rows).toEqual([{ actor: "sandra@example.ch", action: "desk orders show" }]);
    expect((await support.call("order", { params: { number: "K1" } })).status).toBe(404);
  });

  test("says how much of its payment went back", async () => {
    const number = await sales.paid("went-back@example.ch", "PREPAID20");
    const paymentOf = async () => {
      const { body } = await support.call("order", { params: { number } });
      return body.payments.map(({ amount, refunded }) => ({ amount, refunded }));
    };
    expect(await paymentOf()).toEqual([{ amount: 20, refunded: null }]);
    await shop.database.pool.query(
      "update payments set state = 'refunded', refunded_amount = 1000 where id = (select payment_id from orders where number = $1)",
      [number],
    );
    expect(await paymentOf()).toEqual([{ amount: 20, refunded: 10 }]);
  });

  test("notices a change of its eSIM, which no action causes", async () => {
    const { number } = await sales.order("esim@example.ch");
    const noticed = async () => (await support.call("orderVersion", { params: { number } })).body;
    const before = await noticed();
    expect(before.esim).toBeNull();
    const { pool } = shop.database;
    await pool.query(
      "insert into esims (order_id, profile_type, state) select id, 'test', 'cancelling' from orders where number = $1",
      [number],
    );
    expect(await noticed()).toEqual({ ...before, esim: "cancelling" });
    await pool.query(
      "update esims set state = 'cancelled' from orders o where o.id = esims.order_id and o.number = $1",
      [number],
    );
    expect(await noticed()).toEqual({ ...before, esim: "cancelled" });
  });

  test("shows the document to people with the permit, for a reason that is recorded", async () => {
    const { number } = await sales.order("picture@example.ch");
    const ask = (browser: DeskBrowser, reason: string) =>
      browser.call("document", { params: { number }, body: { reason } });
    expect((await ask(finance, "curious")).status).toBe(403);
    expect((await ask(support, "x")).body.failure).toBe("reasonNeeded");
    const { body } = await ask(support, "name on the phone differs");
    expect(Buffer.from(body.jpeg, "base64").subarray(0, 2).toString("hex")).toBe("ffd8");
    const { rows } = await shop.database.pool.query(
      "select reader, reason from document_reads where order_number = $1",
      [number],
    );
    expect(rows).toEqual([{ reader: "sandra@example.ch", reason: "name on the phone differs" }]);
  });
});

describe("actions", () => {
  test("release and cancel an order on hold, with their reason in its history", async () => {
    const [one, other] = [await sales.held("release@example.ch"), await sales.held("cancel@example.ch")];
    expect((await support.act(one.number, { act: "release", reason: "no" })).body.failure).toBe("reasonNeeded");
    expect((await support.act(one.number, { act: "release", reason: "a   b" })).body.failure).toBe("reasonNeeded");
    const released = await support.act(one.number, { act: "release", reason: "payslip seen" });
    expect([released.status, released.body.done]).toEqual([200, "done"]);
    expect(["new", "handedOver", "awaitingPayment"]).toContain(released.body.order.state);
    expect(released.body.order.history).toContainEqual(
      expect.objectContaining({ kind: "act", act: "released", actor: "sandra@example.ch", reason: "payslip seen" }),
    );
    expect((await support.act(other.number, { act: "cancel", reason: "asked for it" })).body.order.state).toBe(
      "cancelled",
    );
    expect((await support.act(other.number, { act: "cancel", reason: "asked for it" })).body).toMatchObject({
      failure: "hindered",
      hindrance: "alreadyCancelled",
    });
  });

  test("correct the address before the hand-over: the systems get the new one, the record keeps the old one", async () => {
    const { number } = await sales.held("moved@example.ch");
    const address = { address: " Langstrasse ", number: "14", postal_code: "CH-8004", city: "Zürich" };
    const careOf = "c/o Meier";
    const reason = "has moved last week";
    const wrong = await support.act(number, {
      act: "correctAddress",
      reason,
      address: { ...address, postal_code: "9490", city: "", care_of: "/" },
    });
    expect([wrong.status, wrong.body.failure, Object.keys(wrong.body["fields"] as object)]).toEqual([
      422,
      "addressWrong",
      ["city", "postal_code", "care_of"],
    ]);
    expect((await support.act(number, { act: "correctAddress", reason })).body.failure).toBe("addressWrong");
    const corrected = await support.act(number, {
      act: "correctAddress",
      reason,
      address: { ...address, care_of: careOf },
    });
    const read = { ...address, address: "Langstrasse", postal_code: "8004", care_of: "Meier" };
    expect(corrected.body.order.person.address).toEqual(read);
    expect(corrected.body.order.history).toContainEqual(
      expect.objectContaining({
        act: "addressCorrected",
        reason: "has moved last week (was: Bahnhofstrasse 1, 8001 Zürich)",
      }),
    );
    await support.act(number, { act: "release", reason: "payslip seen" });
    const event = await eventually("the hand-over", async () =>
      (await shop.orders()).find(({ event: { productOrder } }) => JSON.stringify(productOrder).includes(number)),
    );
    expect(JSON.stringify(event)).toContain(careOf);
    expect(JSON.stringify(event)).toMatch(/Langstrasse.*14|14.*Langstrasse/);
    expect(JSON.stringify(event)).not.toContain("Bahnhofstrasse");
    const late = await support.act(number, { act: "correctAddress", reason, address });
    expect([late.status, late.body.hindrance]).toEqual([409, "alreadyHandedOver"]);
  });

  test("correct the P.O. box where the order accepts one, with the word of the customer's language", async () => {
    const shopper = shop.shopper();
    shopper.locale = "fr";
    await shopper.choose({ type: "TV Tariff", tv_tariff: "TVS" });
    await shopper.becomeCustomer("box@example.ch", image, { ...INSOLVENT, po_box: "7" });
    const { orderNumber: number } = await expectOk("order", shopper.call("createOrder", {}));
    const address = { address: "Langstrasse", number: "14", postal_code: "8004", city: "Zürich" };
    const correct = (more: object, to = number) =>
      support.act(to, { act: "correctAddress", reason: "has a P.O. box now", address: { ...address, ...more } });
    const { body } = await support.call("order", { params: { number } });
    expect(body.person).toMatchObject({ takesPoBox: true, address: { po_box: "Case postale 7" } });
    const corrected = await correct({ po_box: "12" });
    expect(corrected.body.order.person.address).toEqual({ ...address, po_box: "Case postale 12" });
    const other = await sales.held("no-box@example.ch");
    expect((await correct({ po_box: "12" }, other.number)).body).toMatchObject({
      failure: "addressWrong",
      fields: { po_box: expect.stringMatching(/^An ein Postfach können wir diese Bestellung nicht senden/) },
    });
  });

  test("reject an address that step 4a rejects, and a town outside of the postal code until it is confirmed", async () => {
    const { number } = await sales.held("nowhere@example.ch");
    const correct = (address: Readonly<Record<"address" | "number" | "postal_code" | "city", string>>, more = {}) =>
      support.act(number, { act: "correctAddress", reason: "letter came back", address, ...more });
    const bad = await correct({ address: "Nirgendsweg", number: "1", postal_code: "8001", city: "Zürich" });
    expect([bad.status, bad.body]).toMatchObject([
      422,
      {
        failure: "addressWrong",
        fields: { address: expect.stringMatching(/^An diese Adresse können wir nichts senden/) },
      },
    ]);
    const odd = { address: "Langstrasse", number: "14", postal_code: "8001", city: "Genève" };
    const asked = await correct(odd);
    expect([asked.status, asked.body.failure]).toEqual([422, "townDoubtful"]);
    expect(asked.body["fields"]).toEqual({ city: expect.stringMatching(/8001.* Zürich, nicht Genève/) });
    expect((await correct({ ...odd, address: "Nirgendsweg" }, { townConfirmed: true })).body.failure).toBe(
      "addressWrong",
    );
    const { body: before } = await support.call("order", { params: { number } });
    expect(before.person.address).toMatchObject({ address: "Bahnhofstrasse", city: "Zürich" });
    expect((await correct(odd, { townConfirmed: true })).body.order.person.address).toEqual(odd);
    const unknown = { ...odd, postal_code: "6999", city: "Astano" };
    expect((await correct(unknown)).body.order.person.address).toEqual(unknown);
  });

  test("offer addresses of the register to people who can correct one", async () => {
    const { body } = await support.call("addresses", { query: { text: "bahnhofstr 1 zür" } });
    expect(body.found[0]).toMatchObject({ address: "Bahnhofstrasse", number: "1", city: "Zürich" });
    expect((await finance.call("addresses", { query: { text: "bahnhofstr" } })).status).toBe(403);
  });

  test("by two people at once: one succeeds, the other sees who did what", async () => {
    const { number } = await sales.held("two@example.ch");
    const { version: seen } = (await support.call("order", { params: { number } })).body;
    const chief = await atDesk(shop, "chief@example.ch", "admin");
    const both = await Promise.all([
      support.call("act", { params: { number }, body: { act: "release", reason: "payslip seen", seen } }),
      chief.call("act", { params: { number }, body: { act: "cancel", reason: "is a fraud", seen } }),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const late = await chief.call("act", { params: { number }, body: { act: "cancel", reason: "is a fraud", seen } });
    expect(late.body).toMatchObject({
      failure: "changed",
      since: [{ act: expect.stringMatching(/released|cancelled/) }],
    });
    const same = await sales.held("same@example.ch");
    const { version } = (await support.call("order", { params: { number: same.number } })).body;
    const twice = [support, chief].map((each) =>
      each.call("act", { params: { number: same.number }, body: { act: "mail", reason: "lost it", seen: version } }),
    );
    const answers = await Promise.all(twice);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const { rows } = await shop.database.pool.query(
      "select action from order_actions a join orders o on o.id = a.order_id where o.number = $1",
      [number],
    );
    expect(rows).toHaveLength(1);
  });

  test("refund below the limit at once, above it only with a second person", async () => {
    const [small, large] = [
      await sales.paid("small@example.ch", "PREPAID10"),
      await sales.paid("large@example.ch", "PREPAID20"),
    ];
    expect((await support.act(small, { act: "refund", reason: "wrong tariff" })).body).toMatchObject({
      done: "done",
      order: { state: expect.stringMatching(/^refund/) },
    });
    const asked = await support.act(large, { act: "refund", reason: "wrong tariff" });
    expect(asked.body).toMatchObject({ done: "asked", order: { asked: { by: "sandra@example.ch", own: true } } });
    expect(asked.body.order.state).not.toMatch(/^refund|cancelled/);
    expect((await support.act(large, { act: "refund", reason: "once more" })).body.hindrance).toBe("alreadyAsked");
    expect((await support.act(large, { act: "confirmRefund", reason: "by myself" })).status).toBe(403);
    const waiting = (await finance.call("waiting", { query: { kind: "refundToConfirm" } })).body.things;
    expect(waiting).toMatchObject([{ kind: "refundToConfirm", order: large, about: "wrong tariff" }]);
    const admin = await atDesk(shop, "asks@example.ch", "admin");
    expect((await admin.act(large, { act: "rejectRefund", reason: "not yet" })).body.order.asked).toBeNull();
    await admin.act(large, { act: "refund", reason: "wrong after all" });
    expect((await admin.act(large, { act: "confirmRefund", reason: "my own" })).body.hindrance).toBe("ownRequest");
    const confirmed = await finance.act(large, { act: "confirmRefund", reason: "checked" });
    expect(confirmed.body.order.state).toMatch(/^refund/);
    await eventually("the money went back", async () => {
      const { rows } = await shop.database.pool.query(
        "select 1 from payments p join orders o on o.payment_id = p.id where o.number = $1 and p.state = 'refunded'",
        [large],
      );
      return rows.length === 1;
    });
    expect((await finance.call("waitingCounts")).body.refundToConfirm).toBe(0);
  });

  test("of a wrong role are rejected and logged", async () => {
    const { number } = await sales.held("role@example.ch");
    expect((await finance.act(number, { act: "release", reason: "payslip seen" })).status).toBe(403);
    const { rows } = await shop.database.pool.query(
      "select action from audit_log where subject = $1 order by seq desc limit 1",
      [number],
    );
    expect(rows).toEqual([{ action: "desk refused act" }]);
    const catalogue = await atDesk(shop, "cat@example.ch", "catalogue");
    for (const refused of [await catalogue.call("orders"), await catalogue.call("order", { params: { number } })])
      expect(refused.status).toBe(403);
  });
});

test("waiting things are listed oldest first, with the deadline", async () => {
  const { things } = (await support.call("waiting", { query: { kind: "held" } })).body;
  expect(things.length).toBeGreaterThan(0);
  expect(things[0]).toMatchObject({ kind: "held", late: false, deadline: expect.stringMatching(/^20/) });
  expect(things.map(({ since }) => since)).toEqual(things.map(({ since }) => since).toSorted());
  expect((await support.call("waitingCounts")).body.held).toBe(things.length);
});

describe("an unreadable request", () => {
  const status = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie: support.cookie ?? "", ...(init.body ? { "content-type": "application/json" } : {}) };
    return (await fetch(`${shop.kasse.managementAddress}/desk/api${path}`, { ...init, headers })).status;
  };

  test("is rejected, and is no fault", async () => {
    for (const path of [
      "/orders?after=x",
      "/orders?after=2026-99-99_K1",
      "/orders?after=K1&after=K2",
      "/orders?filter=lost",
      "/orders?text=%00",
      `/orders?text=${"a".repeat(201)}`,
      "/orders/%00",
      "/orders/K1%00/version",
      "/order-counts?period=century",
      "/waiting?kind=nothing",
    ])
      expect([path, await status(path)]).toEqual([path, 400]);
    const nobody = await atDesk(shop, "nobody@example.ch", "catalogue");
    const refused = await fetch(`${shop.kasse.managementAddress}/desk/api/orders/%00`, {
      headers: { cookie: nobody.cookie ?? "" },
    });
    expect(refused.status).toBe(400);
    for (const path of ["/orders?after=K999999", "/orders?text=%27%20%7C%20%3A*%20%26%20%21%5C%28%29%3C-%3E"])
      expect([path, await status(path)]).toEqual([path, 200]);
    for (const body of [
      "",
      "[]",
      "null",
      "{",
      '"x"',
      '{"act":"explode","reason":"because","seen":"x"}',
      '{"act":"mail","reason":1,"seen":"x"}',
    ])
      expect([body, await status("/orders/K1/acts", { method: "POST", body: body || " " })]).toEqual([body, 400]);
    expect(
      await status("/orders/K1/acts", { method: "POST", body: JSON.stringify({ reason: "x".repeat(100_000) }) }),
    ).toBe(400);
  });
});

describe("a refund decided by two people at once", () => {
  test("is either confirmed or rejected", async () => {
    for (const round of [1, 2, 3]) {
      const number = await sales.paid(`both${round}@example.ch`, "PREPAID20");
      await support.act(number, { act: "refund", reason: "wrong tariff" });
      const { version: seen } = (await finance.call("order", { params: { number } })).body;
      const decide = (act: "confirmRefund" | "rejectRefund") =>
        finance.call("act", { params: { number }, body: { act, reason: "decided now", seen } });
      const both = await Promise.all([decide("confirmRefund"), decide("rejectRefund")]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("cannot be confirmed in the database by the person who requested it, even under another name", async () => {
    const { pool } = shop.database;
    const { rows } = await pool.query<{ id: string }>("select id from desk_people order by created_at limit 2");
    const [anna, berta] = rows.map(({ id }) => id);
    const row =
      "insert into desk_refund_requests (order_id, sent, reason, asked_by, asked_by_id, asked_at, decided_by, decided_by_id, decided_at, confirmed)";
    const insert = (asked: string | null | undefined, decided: string | null | undefined, confirmed: boolean) =>
      pool.query(
        `${row} values (gen_random_uuid(), false, 'x', 'one name', $1, now(), 'another name', $2, now(), $3)`,
        [asked, decided, confirmed],
      );
    for (const [asked, decided] of [
      [anna, anna],
      [null, anna],
      [anna, null],
      [null, null],
    ])
      await expect(insert(asked, decided, true)).rejects.toThrow(/check/);
    await insert(anna, anna, false);
    await insert(anna, berta, true);
  });
});
