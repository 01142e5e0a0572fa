import { createReadBoard } from "#server/desk/board/context.ts";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import type { Board } from "#contract/desk/board.ts";
import { DESK_API } from "#contract/desk/paths.ts";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { spanBefore, BOARD_CHARTS, type BoardChart } from "#core/desk/board.ts";
import { board as boardHandler } from "#server/desk/board/board.ts";
import { daytime } from "../support/daytime.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let support: DeskBrowser;
let board: Board;
const clock = daytime();
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Row>(text, values)).rows;

/** Returns the board once all figures of today are computed. */
async function whole(): Promise<Board> {
  const at = clock();
  // After a slow query on a busy machine, the next one is delayed.
  await query("update desk_figures set due_at = '-infinity' where hour > $1::timestamptz - interval '3 hours'", [at]);
  await eventually("every hour of today was computed", async () => {
    const left = await query(
      "select 1 from desk_figures where hour > $1::timestamptz - interval '3 hours' and due_at - interval '5 seconds' < $1",
      [at],
    );
    return left.length === 0;
  });
  return (await support.call("board")).body;
}

beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true, now: clock });
  const sales = salesIn(shop, await picture());
  support = await atDesk(shop, "sandra@example.ch", "support");

  // Chosen, and step 1 opened.
  const looks = shop.shopper();
  await looks.choose({ type: "Tariff", tariff: "SMART30" });
  await looks.prepare("1");
  // Chosen in French, registered, and rejected twice for two fields, then once for one.
  const french = shop.shopper();
  french.locale = "fr";
  await french.choose({ type: "Tariff", tariff: "SIMONLY20" });
  await french.prepare("1");
  await french.prepare("3", "2");
  await expectOk("register", french.register("fr@example.ch"));
  await french.prepare("4");
  expect((await french.prepare("5")).status).toBe(409);
  const form = personForm("fr@example.ch");
  for (const changes of [
    { first_name: "", mobilePhone: "12" },
    { first_name: "", mobilePhone: "12" },
    { mobilePhone: "" },
  ])
    expect((await french.call("validateCustomer", { ...form, ...changes } as never)).status).toBe(422);
  // Two orders on account, one of them cancelled, and one on hold.
  await sales.order("placed@example.ch");
  const { number } = await sales.order("cancelled@example.ch");
  await eventually(
    "the hand-over",
    async () => (await query("select 1 from handovers where delivered_at is null")).length === 0,
  );
  await eventually("the mails", async () => (await query("select 1 from order_messages")).length >= 2);
  expect((await support.act(number, { act: "cancel", reason: "asked for it" })).status).toBe(200);
  await sales.held("held@example.ch");
  // Paid, declined, and not paid yet.
  await sales.paid("paid@example.ch", "PREPAID20");
  await sales.declined("declined@example.ch", "PREPAID10");
  const open = await sales.customer("open@example.ch", "PREPAID10");
  await expectOk("payment", open.call("prepareTransaction", {}));
  // A device with its tariff, and television.
  const device = shop.shopper();
  await device.choose({ type: "Tariff", tariff: "SMART60", mobile: "AARE5", source: "link:partner" });
  await device.becomeCustomer("device@example.ch", await picture());
  await expectOk("order", device.call("createOrder", {}));
  await shop.shopper().choose({ type: "TV Tariff", tv_tariff: "TVS", source: "link:partner" });
  // Two codes by text message, one of them used.
  const codes = shop.shopper();
  await expectOk("code", codes.call("sendSms", { phone: "41784000004" }));
  const sent = await expectOk("code", codes.call("sendSms", { phone: "41784000001" }));
  const [text] = await shop.messages("41784000001");
  const code = /\d{6}/.exec(text?.text ?? "")?.[0] ?? "";
  await expectOk("login", codes.call("smsLogin", { id: sent.body.user.userId, code }));
  // Shoppers' calls are written a second later.
  await eventually(
    "the history",
    async () => (await query("select 1 from checkout_calls where call = 'createOrder'")).length >= 5,
  );
  await eventually(
    "all hand-overs and mails",
    async () =>
      (await query("select 1 from handovers where delivered_at is null")).length === 0 &&
      (await query("select 1 from order_messages where about = 'onHold'")).length === 1,
  );
  board = await whole();
});
afterAll(() => shop.stop());

describe("the board of a day", () => {
  test("is that of today, with every hour known", () => {
    expect(board).toMatchObject({
      period: "day",
      day: formatDay(dayInZurich(clock())),
      family: null,
      unknownHours: { checkouts: 0, orders: 0, payments: 0, codes: 0 },
    });
    expect(board.sales.filter(({ running }) => running)).toHaveLength(1);
  });

  test("contains the shoppers' progress, by step and by product", () => {
    const reached = Object.fromEntries(board.funnel.map((each) => [each.step, each.reached]));
    expect(reached).toEqual({
      chosen: 10,
      configure: 9,
      account: 8,
      person: 8,
      address: 7,
      identity: 7,
      payment: 7,
      ordered: 5,
    });
    expect(board.funnel[0]?.lost).toBeNull();
    expect(board.funnel[7]?.lost).toBeCloseTo(2 / 7);
    expect(board.conversion).toEqual({ chosen: 10, ordered: 5, share: 0.5 });
    const of = (product: string) => board.funnelOf.find((each) => each.product === product);
    expect(of("SMART30")).toMatchObject({
      family: "postpaid",
      name: "SMART 30",
      reached: { chosen: 4, configure: 4, account: 3, ordered: 3 },
    });
    expect(of("SIMONLY20")).toMatchObject({ family: "simOnly", reached: { chosen: 1, person: 1, address: 0 } });
    expect(of("PREPAID10")).toMatchObject({ family: "prepaid", reached: { chosen: 2, payment: 2, ordered: 0 } });
    expect(of("AARE5")).toMatchObject({ family: "device", reached: { chosen: 1, ordered: 1 } });
    expect(of("TVS")).toMatchObject({ family: "tv", reached: { chosen: 1, configure: 0 } });
  });

  test("contains where checkouts came from, and how many were ordered", async () => {
    const sources = [
      { source: "shop", begun: 8, ordered: 4 },
      { source: "link:partner", begun: 2, ordered: 1 },
    ];
    expect(board.sources).toEqual(sources);
    for (const period of ["week", "month"] as const)
      expect((await support.call("board", { query: { period } })).body.sources).toEqual(sources);
    const tv = await support.call("board", { query: { family: "tv" } });
    expect(tv.body.sources).toEqual([{ source: "link:partner", begun: 1, ordered: 0 }]);
  });

  test("contains sales, with cancelled ones separate", () => {
    expect(board.sold).toMatchObject({ orders: 5, cancelled: 1, before: 0, now: 20 });
    expect(board.sold.monthly).toBeCloseTo(24.9 + 24.9 + 39.9 + 11);
    expect(board.sold.oneTime).toBeCloseTo(49 + 49 + 2);
    const smart = board.salesOf.find(({ product }) => product === "SMART30");
    expect(smart).toMatchObject({ orders: 3, cancelled: 1, monthly: 49.8 });
    expect(board.sales.reduce((sum, { orders }) => sum + orders, 0)).toBe(5);
    const hours = board.sales.filter(({ orders }) => orders > 0);
    expect(hours.every(({ from, until }) => Date.parse(until) - Date.parse(from) === 3_600_000)).toBe(true);
  });

  test("contains the duration of the hand-over", () => {
    expect(board.lag).toMatchObject({ waiting: 0, targetSeconds: 60 });
    expect(board.lag.median).toBeGreaterThanOrEqual(0);
    expect(board.lag.median).toBeLessThan(10);
    expect(board.lag.high).toBeGreaterThanOrEqual(board.lag.median ?? 0);
    expect(board.lags.some(({ median }) => median !== null)).toBe(true);
  });

  test("contains payments by state and method, and the open ones", () => {
    const states = board.payments.map(({ state, provider, method, count, amount }) => [
      state,
      provider,
      method,
      count,
      amount,
    ]);
    expect(states).toEqual([
      ["declined", "sandbox-hosted", null, 1, 10],
      ["open", "sandbox-hosted", null, 1, 10],
      ["ordered", "sandbox-hosted", expect.any(String), 1, 20],
    ]);
    expect(board.openPayments).toMatchObject({
      count: 1,
      paid: 0,
      amount: 10,
      oldest: [{ order: null, product: "Prepaid 10", amount: 10, state: "open", provider: "sandbox-hosted" }],
    });
  });

  test("contains sent and used codes, and messages about orders", () => {
    expect(board.codes).toEqual({ sent: 2, used: 1, expired: 0 });
    expect(board.messages).toContainEqual({ channel: "mail", about: "placed", count: expect.any(Number) });
    expect(board.messages).toContainEqual({ channel: "mail", about: "onHold", count: 1 });
  });

  test("contains rejections by field and language, the most frequent first", () => {
    const fields = board.errors.filter(({ failure }) => failure === "invalidFields");
    expect(fields).toEqual([
      {
        call: "validateCustomer",
        step: "4",
        failure: "invalidFields",
        field: "mobilePhone",
        said: null,
        locale: "fr",
        times: 3,
        checkouts: 1,
      },
      {
        call: "validateCustomer",
        step: "4",
        failure: "invalidFields",
        field: "first_name",
        said: null,
        locale: "fr",
        times: 2,
        checkouts: 1,
      },
    ]);
  });

  test("contains the stock, its pace, and the pieces held", () => {
    expect(board.stock.find(({ article }) => article === "AARE5")).toEqual({
      article: "AARE5",
      name: "Aare 5",
      onHand: 24,
      held: 0,
      sold: 1,
      daysLeft: 168,
    });
    expect(board.stock.find(({ article }) => article === "SAENTISX")).toMatchObject({ sold: 0, daysLeft: null });
  });

  test("contains the orders on hold", () => {
    expect(board.held).toEqual({ count: 1, oldest: expect.stringMatching(/^20/) });
  });

  test("of one family contains nothing of another", async () => {
    const { body } = await support.call("board", { query: { family: "prepaid" } });
    expect(body).toMatchObject({
      family: "prepaid",
      conversion: { chosen: 3, ordered: 1 },
      sold: { orders: 1, cancelled: 0, monthly: 0, now: 20 },
      openPayments: { count: 1 },
    });
    expect([...body.funnelOf, ...body.salesOf].every(({ family }) => family === "prepaid")).toBe(true);
    expect(body.payments).toHaveLength(3);
    expect(body.errors.some(({ failure }) => failure === "invalidFields")).toBe(false);
    const tv = await support.call("board", { query: { family: "tv" } });
    expect(tv.body).toMatchObject({
      sold: { orders: 0 },
      openPayments: { count: 0 },
      lag: { median: null, waiting: 0 },
    });
  });
});

describe("longer periods", () => {
  test("have a part for each day, and today is the last", async () => {
    for (const [period, days] of [
      ["week", 7],
      ["month", 30],
    ] as const) {
      const { body } = await support.call("board", { query: { period } });
      expect([body.sales.length, body.lags.length]).toEqual([days, days]);
      expect(body.sales.at(-1)).toMatchObject({ orders: 5, cancelled: 1, running: true });
      expect(body.sold).toMatchObject({ orders: 5, cancelled: 1 });
      expect(body.conversion.chosen).toBe(10);
    }
  });

  test("report the number of hours that are unknown", async () => {
    // Codes that old were purged before the desk existed.
    const at = new Date(clock().getTime() - 20 * 24 * 3_600_000);
    await query(
      "insert into desk_figures (source, hour, due_at) values ('codes', date_trunc('hour', $1::timestamptz, 'UTC'), $1)",
      [at],
    );
    const unknown = async (period: "week" | "month") =>
      (await support.call("board", { query: { period, family: "tv" } })).body.unknownHours;
    expect(await unknown("week")).toEqual({ checkouts: 0, orders: 0, payments: 0, codes: 0 });
    expect(await unknown("month")).toEqual({ checkouts: 0, orders: 0, payments: 0, codes: 1 });
  });

  test("end with the requested day", async () => {
    const yesterday = formatDay(addDays(dayInZurich(clock()), -1));
    const { body } = await support.call("board", { query: { day: yesterday } });
    expect(body).toMatchObject({ day: yesterday, sold: { orders: 0 }, conversion: { chosen: 0, share: null } });
    expect(body.sales.some(({ running }) => running)).toBe(false);
    // Current values are the same for every period.
    expect(body.openPayments.count).toBe(1);
  });
});

describe("beside the previous week", () => {
  test("orders count up to the same time of day, and each hour has a separate count", async () => {
    const now = clock();
    const { until } = spanBefore("day", dayInZurich(now), now);
    /** Moves an order to a moment, and recomputes all figures of orders. */
    const move = async (at: Date) => {
      await query(
        "update orders set created_at = $1 where number = (select max(number) from orders where status = 'placed')",
        [at],
      );
      await query("delete from desk_figures where source = 'orders'");
      await eventually("the week was computed", async () => {
        const found = await query<{ sales: unknown[] }>(
          "select figures->'sales' as sales from desk_figures where source = 'orders' and hour = date_trunc('hour', $1::timestamptz, 'UTC')",
          [at],
        );
        return (found[0]?.sales ?? []).length > 0;
      });
      return (await support.call("board")).body;
    };
    const earlier = await move(new Date(until.getTime() - 30_000));
    expect(earlier.sold).toMatchObject({ orders: 4, before: 1 });
    expect(earlier.sales.reduce((sum, slot) => sum + (slot.before ?? 0), 0)).toBe(1);
    const later = await move(new Date(until.getTime() + 30 * 60_000));
    expect(later.sold).toMatchObject({ orders: 4, before: 0 });
    expect(later.sales.reduce((sum, slot) => sum + (slot.before ?? 0), 0)).toBe(1);
  });
});

describe("the board as CSV", () => {
  const csv = async (chart: BoardChart, browser: DeskBrowser = support) => {
    const address = `${shop.kasse.managementAddress}${DESK_API}/board.csv?chart=${chart}`;
    const reply = await fetch(address, { headers: { cookie: browser.cookie ?? "" } });
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
  };
  const rowsOf = async (chart: BoardChart) =>
    parse((await csv(chart)).bytes, { bom: true, columns: true, delimiter: ";" }) as unknown as readonly Record<
      string,
      string
    >[];

  test("has a file for each chart, with stable columns, for Excel", async () => {
    const heads: Record<string, string> = {};
    for (const chart of BOARD_CHARTS) {
      const { reply, bytes } = await csv(chart);
      expect([chart, reply.status, reply.headers.get("content-type")]).toEqual([chart, 200, "text/csv; charset=utf-8"]);
      expect(reply.headers.get("content-disposition")).toMatch(
        new RegExp(`^attachment; filename="kasse-${chart}-day-20\\d\\d-\\d\\d-\\d\\d\\.csv"$`),
      );
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      heads[chart] = bytes.toString("utf8", 3).split("\r\n")[0] ?? "";
    }
    expect(heads).toEqual({
      funnel: "from;until;family;product;step;checkouts",
      sales: "hour;family;product;state;orders;monthly_chf;one_time_chf;now_chf",
      handovers: "hour;orders;waiting;median_seconds;p95_seconds",
      payments: "from;until;family;state;provider;method;payments;amount_chf",
      texts: "from;until;channel;about;state;messages",
      errors: "from;until;call;failure;field;locale;times;checkouts",
      stock: "at;article;name;on_hand;held;sold_7_days;days_left",
      sources: "from;until;source;begun;ordered",
    });
  });

  test("contains the sources of each hour or day", async () => {
    const rows = await rowsOf("sources");
    const begun = (source: string) =>
      rows.filter((row) => row["source"] === source).reduce((sum, row) => sum + Number(row["begun"]), 0);
    expect([begun("shop"), begun("link:partner")]).toEqual([8, 2]);
  });

  test("contains the figures of the board", async () => {
    const at = /^20\d\d-\d\d-\d\d \d\d:00$/;
    const sales = await rowsOf("sales");
    expect(sales.find(({ product }) => product === "PREPAID20")).toMatchObject({
      orders: "1",
      now_chf: "20.00",
      state: "made",
    });
    expect(sales.find(({ state }) => state === "cancelled")).toMatchObject({
      product: "SMART30",
      monthly_chf: "24.90",
    });
    expect(sales.every(({ hour }) => at.test(hour ?? ""))).toBe(true);
    const funnel = await rowsOf("funnel");
    expect(funnel.find(({ product, step }) => product === "PREPAID10" && step === "payment")).toMatchObject({
      checkouts: "2",
    });
    expect(funnel.every(({ from }) => at.test(from ?? ""))).toBe(true);
    expect(funnel[0]?.["from"], "midnight in Switzerland").toBe(`${formatDay(dayInZurich(clock()))} 00:00`);
    expect((await rowsOf("errors")).find(({ field }) => field === "mobilePhone")).toMatchObject({
      times: "3",
      locale: "fr",
    });
    expect((await rowsOf("texts")).filter(({ about }) => about === "loginCode").map(({ state }) => state)).toEqual([
      "open",
      "used",
    ]);
    expect(await rowsOf("payments")).toHaveLength(3);
    expect((await rowsOf("stock")).find(({ article }) => article === "AARE5")).toMatchObject({ days_left: "168.0" });
    const [lag] = await rowsOf("handovers");
    expect(Number(lag?.["median_seconds"])).toBeGreaterThanOrEqual(0);
  });

  test("contains no formula, in any cell", async () => {
    await query(
      "insert into stock (article, on_hand, loaded, entries) values ('=HYPERLINK(\"x\")', 1, 1, 1), (E'@\"a\";b\n', 1, 1, 1)",
    );
    await query("update payments set method = '+1' where state = 'ordered'");
    await query("update desk_figures set due_at = '2026-01-01' where source = 'payments'");
    await eventually("the method", async () => (await rowsOf("payments")).some(({ method }) => method === "'+1"));
    expect((await rowsOf("stock")).map(({ article }) => article)).toEqual(
      expect.arrayContaining(['\'=HYPERLINK("x")', '\'@"a";b\n']),
    );
    await query("delete from stock where article not in (select article from stock_movements where kind = 'opening')");
  });

  test("has an entry in the audit log, and requires a login", async () => {
    await csv("errors");
    const [line] = await query("select actor, action, reason from audit_log order by seq desc limit 1");
    expect(line).toEqual({ actor: "sandra@example.ch", action: "desk board export", reason: "errors, day" });
    expect((await csv("errors", new DeskBrowser(shop))).reply.status).toBe(401);
  });
});

test("figures requested by many at once are read once, and again a moment later", async () => {
  const { services } = shop.kasse;
  const handler = boardHandler({ ...services, readBoard: createReadBoard(services) });
  const ask = async (period: "day" | "week") => {
    const answer = await handler({ query: { period }, locale: "de" } as never);
    return answer.ok && answer.value;
  };
  const [one, other, week] = await Promise.all([ask("day"), ask("day"), ask("week")]);
  expect(other).toBe(one);
  expect(week).not.toBe(one);
  await delay(1600);
  expect(await ask("day")).not.toBe(one);
});

test("figures read before a change are not returned after it, even a moment later", async () => {
  const ask = async () => (await support.call("board")).body.unknownHours.codes;
  const known = await ask();
  await query(`update desk_figures set figures = null, changed_at = clock_timestamp(), due_at = 'infinity'
    where source = 'codes' and hour = (select max(hour) from desk_figures where source = 'codes')`);
  expect(await ask()).toBe(known + 1);
  await query("update desk_figures set due_at = '-infinity' where source = 'codes' and due_at = 'infinity'");
});

test("every role sees the board; unreadable requests are rejected", async () => {
  for (const role of ["finance", "catalogue", "admin"]) {
    const browser = await atDesk(shop, `${role}@example.ch`, role);
    expect((await browser.call("board")).status).toBe(200);
  }
  for (const query of ["period=year", "day=2026-02-30", "day=x", "family=pets", "family=tv&family=tv"]) {
    const reply = await fetch(`${shop.kasse.managementAddress}${DESK_API}/board?${query}`, {
      headers: { cookie: support.cookie ?? "" },
    });
    expect([query, reply.status]).toEqual([query, 400]);
  }
});
