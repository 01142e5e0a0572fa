import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beginSession } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft, type CheckoutAnswer, type CheckoutRecord } from "#web/session/draft.ts";
import { createCheckoutStore } from "./store.tsx";

const ID = "00000000-0000-4000-8000-000000000001";
const START: CheckoutRecord = { type: "Tariff", tariff: "SMART60" };

/** The records sent to the server, and its next answers: a price, a refusal or none. A promise delays an answer. */
let sent: CheckoutRecord[];
let script: ("priced" | "refused" | "lost" | Promise<unknown>)[];
const answerTo = (record: CheckoutRecord) => ({ total: record.limit ?? 0 }) as unknown as CheckoutAnswer;

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  [sent, script] = [[], []];
  vi.stubGlobal("location", { pathname: "/checkout/1" });
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("document", { cookie: "XSRF-TOKEN=x" });
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { id: _id, ...record } = JSON.parse(body) as CheckoutRecord & { id: string };
    sent.push(record);
    const step = script.shift() ?? "priced";
    if (step instanceof Promise) await step;
    if (step === "lost") throw new TypeError("fetch failed");
    return step === "refused" ? Response.json({ message: "Nein." }, { status: 400 }) : Response.json(answerTo(record));
  });
  beginSession(ID, "1");
  changeDraft(ID, { record: START, answer: answerTo(START), answerLocale: "de" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const limit = (value: number) => (record: CheckoutRecord) => ({ ...record, limit: value });
const time = () => vi.advanceTimersByTimeAsync(200);

test("a change is shown at once, priced, and kept for the next page", async () => {
  const store = createCheckoutStore("de");
  void store.change(limit(50));
  expect(store.read()).toMatchObject({ record: { limit: 50 }, saving: true });
  await time();
  expect(store.read()).toMatchObject({ answer: { total: 50 }, saving: false, failure: null });
  expect(readDraft(ID)).toMatchObject({ record: { limit: 50 }, answer: { total: 50 }, answerLocale: "de" });
});

test("a refused change is undone, and nothing needs to be sent again", async () => {
  script = ["refused"];
  const store = createCheckoutStore("de");
  void store.change(limit(50));
  await time();
  expect(store.read()).toMatchObject({ record: START, saving: false, stale: false, failure: { kind: "message" } });
  expect(await store.settle()).toBeNull();
  expect(sent).toHaveLength(1);
});

describe("a lost answer: the server might hold a change that is undone here", () => {
  test("settling sends the record as shown, and returns the failure if that is lost too", async () => {
    script = ["lost", "lost"];
    const store = createCheckoutStore("de");
    void store.change(limit(50));
    await time();
    expect(store.read()).toMatchObject({ record: START, stale: true, failure: { kind: "network" } });
    expect(await store.settle()).toMatchObject({ kind: "network" });
    expect(await store.settle()).toBeNull();
    expect(sent.map((record) => record.limit)).toEqual([50, undefined, undefined]);
    expect(store.read().stale).toBe(false);
    expect(await store.settle()).toBeNull();
    expect(sent).toHaveLength(3);
  });

  test("a page that is loaded now fetches the summary again", async () => {
    script = ["lost"];
    void createCheckoutStore("de").change(limit(50));
    await time();
    expect(createCheckoutStore("de").read()).toMatchObject({ record: START, stale: true });
  });

  test("the first of two changes is kept, because its answer arrived", async () => {
    let answerFirst = () => {};
    script = [new Promise<void>((resolve) => (answerFirst = resolve)), "lost"];
    const store = createCheckoutStore("de");
    void store.change(limit(50));
    await time();
    void store.change(limit(80));
    answerFirst();
    await time();
    expect(sent.map((record) => record.limit)).toEqual([50, 80]);
    expect(store.read()).toMatchObject({ record: { limit: 50 }, answer: { total: 50 }, stale: true });
  });
});

describe("a delayed change", () => {
  test("is sent once, half a second after the last call, with the last value", async () => {
    const store = createCheckoutStore("de");
    store.changeSoon(limit(10));
    await vi.advanceTimersByTimeAsync(400);
    store.changeSoon(limit(20));
    await vi.advanceTimersByTimeAsync(400);
    expect(sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(400);
    expect(sent.map((record) => record.limit)).toEqual([20]);
  });

  test("is sent at once when something depends on it, and is not lost to another change", async () => {
    const store = createCheckoutStore("de");
    store.changeSoon(limit(20));
    const settled = store.settle();
    await time();
    expect(await settled).toBeNull();
    expect(store.read().answer).toMatchObject({ total: 20 });
    store.changeSoon(limit(30));
    void store.change((record) => ({ ...record, insurance: 1 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.at(-1)).toMatchObject({ limit: 30, insurance: 1 });
    expect(sent).toHaveLength(2);
  });
});

test("in another language the old summary stays until the new one arrives", () => {
  expect(createCheckoutStore("fr").read()).toMatchObject({ answer: answerTo(START), stale: true });
});

test("what is typed is kept for the next page, also after a reload", () => {
  createCheckoutStore("de").storeForm({ first_name: "Nora" });
  expect(createCheckoutStore("de").read().form).toEqual({ first_name: "Nora" });
});
