import { setTimeout as delay } from "node:timers/promises";
import { Agent, EventSource } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SentEvents } from "#contract/desk/waiting-answers.ts";
import { DESK_API } from "#contract/desk/paths.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { atDesk, DESK_URL, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import { eventually, type Shop } from "../support/shop.ts";

/** Interval at which the desk reads the state while someone listens, in ms. */
const EVERY_MS = 150;

let shop: Shop;
let time = () => new Date();
let sales: ReturnType<typeof salesIn>;
const open: { close(): void }[] = [];
beforeAll(async () => {
  shop = await startShopWithDesk({
    jobs: true,
    now: () => time(),
    periods: { deskEvents: EVERY_MS, deskQuiet: 500, deskReconnect: 300 },
  });
  sales = salesIn(shop, await picture());
});
afterAll(async () => {
  for (const each of open) each.close();
  await shop.stop();
});

type Name = keyof SentEvents;
type Received<Event extends Name = Name> = {
  readonly event: Event;
  readonly id: string;
  readonly data: SentEvents[Event];
};

/** Opens a browser's EventSource at the desk, and records its events. */
function listen(browser: DeskBrowser, at: Shop = shop) {
  const heard: Received[] = [];
  const dispatcher = new Agent().compose((dispatch) => (options, handler) => {
    const headers = { ...Object.fromEntries(headersOf(options.headers)), cookie: browser.cookie ?? "" };
    return dispatch({ ...options, headers }, handler);
  });
  const source = new EventSource(`${at.kasse.managementAddress}${DESK_API}/events`, { node: { dispatcher } } as never);
  for (const event of ["waiting", "orders", "board", "end"] as const)
    source.addEventListener(event, (message) => {
      const { data, lastEventId: id } = message as MessageEvent<string>;
      heard.push({ event, id, data: JSON.parse(data) as SentEvents[Name] });
    });
  open.push(source);
  const of = <Event extends Name>(name: Event) => heard.filter(({ event }) => event === name) as Received<Event>[];
  return {
    source,
    heard,
    of,
    last: <Event extends Name>(name: Event) => of(name).at(-1)?.data,
    /** Waits until an event was received `count` times. */
    waitFor: (name: Name, count = 1) => eventually(`${count} × ${name}`, async () => of(name).length >= count),
  };
}

function headersOf(headers: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(headers)) return Object.entries((headers ?? {}) as Record<string, string>);
  const all = headers as readonly (string | readonly [string, string])[];
  if (typeof all[0] !== "string") return all as readonly (readonly [string, string])[];
  return all.flatMap((name, index) => (index % 2 === 0 ? [[String(name), String(all[index + 1])] as const] : []));
}

const request = (browser: DeskBrowser, headers: Record<string, string> = {}) =>
  fetch(`${shop.kasse.managementAddress}${DESK_API}/events`, { headers: { cookie: browser.cookie ?? "", ...headers } });

describe("a listener", () => {
  test("receives the current state at once, and then changes, without polling", async () => {
    const support = await atDesk(shop, "sandra@example.ch", "support");
    const listener = listen(support);
    await listener.waitFor("board");
    expect(listener.heard.map(({ event }) => event).slice(0, 3)).toEqual(["waiting", "orders", "board"]);
    const before = {
      waiting: listener.last("waiting"),
      orders: listener.last("orders"),
      board: listener.last("board"),
    };
    await sales.held("held@example.ch");
    await listener.waitFor("waiting", 2);
    await listener.waitFor("board", 2);
    expect(listener.last("waiting")).toEqual({ ...before.waiting, held: (before.waiting?.held ?? 0) + 1 });
    expect(listener.last("orders")).not.toEqual(before.orders);
    expect(listener.last("board")).not.toEqual(before.board);
    await eventually("nothing is said while nothing happens", async () => {
      const count = listener.heard.length;
      await delay(4 * EVERY_MS);
      return listener.heard.length === count;
    });
  });

  test("receives the counts that its roles handle", async () => {
    const [finance, catalogue] = [
      listen(await atDesk(shop, "fredi@example.ch", "finance")),
      listen(await atDesk(shop, "cat@example.ch", "catalogue")),
    ];
    await finance.waitFor("board");
    await catalogue.waitFor("board");
    expect(Object.keys(finance.last("waiting") ?? {})).toEqual([
      "refundToConfirm",
      "unsettled",
      "refundFailed",
      "unpaid",
      "stockHeld",
    ]);
    expect(finance.of("orders")).toHaveLength(1);
    expect(new Set(catalogue.heard.map(({ event }) => event))).toEqual(new Set(["waiting", "board"]));
    expect(Object.keys(catalogue.last("waiting") ?? {})).toEqual(["activationToConfirm"]);
  });

  test("receives after a lost connection only the changes since", async () => {
    const support = await atDesk(shop, "again@example.ch", "support");
    const listener = listen(support);
    await listener.waitFor("board");
    const id = listener.heard.at(-1)?.id ?? "";
    const reply = await request(support, { "last-event-id": id });
    const reader = reply.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(first).toBe("retry: 300\n\n");
    await sales.held("changed@example.ch");
    let text = "";
    await eventually("the news", async () => {
      text += new TextDecoder().decode((await reader?.read())?.value);
      return text.includes("event: waiting");
    });
    // The state already received is not repeated: the first one is new.
    const said = JSON.parse(/event: waiting\ndata: (.*)\n/.exec(text)?.[1] ?? "") as SentEvents["waiting"];
    expect(said.held).toBe((listener.of("waiting")[0]?.data.held ?? 0) + 1);
    await reader?.cancel();
    await request(support, { "last-event-id": "nonsense\u00e9.." }).then((other) => other.body?.cancel());
  });

  test("gets no event from a proxy's buffer or cache", async () => {
    const reply = await request(await atDesk(shop, "proxy@example.ch", "support"));
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("x-accel-buffering")).toBe("no");
    await reply.body?.cancel();
    // A request without a reader starts no stream.
    const head = await fetch(`${shop.kasse.managementAddress}${DESK_API}/events`, { method: "HEAD" });
    expect(head.status).toBe(404);
  });
});

describe.concurrent("a stream", () => {
  test("ends with the login, with a notice; a browser that reconnects is rejected", async () => {
    const support = await atDesk(shop, "leaves@example.ch", "support");
    const listener = listen(support);
    await listener.waitFor("board");
    const { cookie } = support;
    await support.call("logout");
    support.cookie = cookie;
    await listener.waitFor("end");
    expect(listener.last("end")).toEqual({ why: "loginEnded" });
    await eventually("the browser gives up", async () => listener.source.readyState === EventSource.CLOSED);
  });

  test("ends at once for a person who is disabled", async () => {
    const listener = listen(await atDesk(shop, "fired@example.ch", "support"));
    await listener.waitFor("board");
    await kasse(["desk", "change", "fired@example.ch", "--disable", "--reason", "has left"], {
      ...settingsOf(shop),
      DESK_URL,
    });
    await listener.waitFor("end");
  });

  test("is one of a few for each person, and a closed one frees its slot", async () => {
    const support = await atDesk(shop, "tabs@example.ch", "support");
    const streams = await Promise.all(Array.from({ length: 6 }, () => request(support)));
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    const refused = await request(support);
    expect([refused.status, await refused.json(), refused.headers.get("retry-after")]).toEqual([
      429,
      { failure: "tooMany", retryAfter: 30 },
      "30",
    ]);
    await streams[0]?.body?.cancel();
    await eventually("there is room", async () => {
      const again = await request(support);
      await again.body?.cancel();
      return again.status === 200;
    });
    for (const each of streams.slice(1)) await each.body?.cancel();
  });

  test("sends a heartbeat, so that it is not considered dead", async () => {
    const reply = await request(await atDesk(shop, "quiet@example.ch", "catalogue"));
    const reader = reply.body?.getReader();
    let text = "";
    await eventually("a comment", async () => {
      text += new TextDecoder().decode((await reader?.read())?.value);
      return text.includes("\n:\n\n");
    });
    await reader?.cancel();
  });
});

test("a stream does not count as use of the login: it ends after half an hour without use of the page", async () => {
  const support = await atDesk(shop, "idle@example.ch", "support");
  const listener = listen(support);
  await listener.waitFor("board");
  const real = time;
  try {
    time = () => new Date(Date.now() + 29 * 60_000);
    await delay(4 * EVERY_MS);
    expect(listener.of("end")).toEqual([]);
    time = () => new Date(Date.now() + 31 * 60_000);
    await listener.waitFor("end");
    expect(listener.last("end")).toEqual({ why: "loginEnded" });
  } finally {
    time = real;
  }
});

test("one database query serves all browsers, and none runs without listeners", async () => {
  const own = await startShopWithDesk({ jobs: true, periods: { deskEvents: 500 } });
  const looks = async () => {
    // PostgreSQL writes its counts once a second.
    await delay(1100);
    const { rows } = await own.database.pool.query<{ count: string }>(
      "select coalesce(sum(idx_scan), 0) as count from pg_stat_user_indexes where indexrelname = 'desk_figures_changed'",
    );
    return Number(rows[0]?.count);
  };
  const people = await Promise.all([1, 2, 3, 4].map((each) => atDesk(own, `many${each}@example.ch`, "support")));
  const before = await looks();
  await delay(700);
  expect(await looks()).toBe(before);
  const began = performance.now();
  const listeners = people.map((person) => listen(person, own));
  for (const each of listeners) await each.waitFor("board");
  // Time for three polls, on any machine.
  await delay(2500);
  for (const { source } of listeners) source.close();
  const asked = (await looks()) - before;
  expect(asked).toBeGreaterThanOrEqual(2);
  // One per period; four separate listeners would cause four times as many.
  expect(asked).toBeLessThanOrEqual((performance.now() - began) / 500 + 2);
  await own.stop();
});

test("a desk that stops ends its streams with a notice, and waits for none", async () => {
  const own = await startShopWithDesk({ jobs: true });
  const listener = listen(await atDesk(own, "stops@example.ch", "support"), own);
  await listener.waitFor("board");
  const began = performance.now();
  await own.stop();
  expect(performance.now() - began).toBeLessThan(60_000);
  await listener.waitFor("end");
  expect(listener.last("end")).toEqual({ why: "stopping" });
});
