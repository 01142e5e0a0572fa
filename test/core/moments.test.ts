import { afterAll, describe, expect, test } from "vitest";
import * as v from "valibot";
import { EsimProgressInfo, OrderEvent, StockEvent } from "#contract/schemas/systems.ts";
import { moment } from "#contract/desk/fields.ts";
import { readMoment, readSpan } from "#core/time/moments.ts";

/** Zones of the process, with the difference of UTC to their time in January, in minutes. */
const ZONES = [
  ["UTC", 0],
  ["Pacific/Auckland", -780],
  ["America/Los_Angeles", 480],
] as const;
const own = process.env["TZ"];
afterAll(() => {
  process.env["TZ"] = own;
});

/** Every spelling that the schema of ISO 8601 times in valibot accepts, and its neighbours; null: no time. */
const SPELLINGS: readonly (readonly [text: string, moment: string | null])[] = [
  ["2026-11-28T09:00:00Z", "2026-11-28T09:00:00.000Z"],
  ["2026-11-28T09:00:00+01:00", "2026-11-28T08:00:00.000Z"],
  ["2026-11-28T09:00:00+0100", "2026-11-28T08:00:00.000Z"],
  ["2026-11-28T09:00:00+01", "2026-11-28T08:00:00.000Z"],
  ["2026-11-28T09:00:00 +01:00", "2026-11-28T08:00:00.000Z"],
  ["2026-11-28T09:00:00-00", "2026-11-28T09:00:00.000Z"],
  ["2026-11-28T09:00:00-00:00", "2026-11-28T09:00:00.000Z"],
  ["2026-11-28T09:00:00-12", "2026-11-28T21:00:00.000Z"],
  ["2026-11-28T00:30:00+05:30", "2026-11-27T19:00:00.000Z"],
  ["2026-11-28 09:00:00+01", "2026-11-28T08:00:00.000Z"],
  ["2026-11-28 09:00:00 -0330", "2026-11-28T12:30:00.000Z"],
  ["2026-11-28T09:00:00.5Z", "2026-11-28T09:00:00.500Z"],
  ["2026-11-28T09:00:00.123456789Z", "2026-11-28T09:00:00.123Z"],
  ["2026-11-28T09:00:00+23:59", "2026-11-27T09:01:00.000Z"],
  ["2028-02-29T12:00:00Z", "2028-02-29T12:00:00.000Z"],
  ["2026-02-29T12:00:00Z", null],
  ["2026-02-30T12:00:00+01:00", null],
  ["0026-11-28T09:00:00Z", null],
  ["2026-11-28T24:00:00Z", null],
  ["2026-11-28T09:00:60Z", null],
  ["2026-11-28T09:60:00Z", null],
  ["2026-11-28T09:00:00+24:00", null],
  ["2026-11-28T09:00:00,5Z", null],
  ["2026-11-28t09:00:00z", null],
  ["2026-11-28T09:00:00", null],
  ["2026-11-28T09:00:00+00 ", null],
  ["28.11.2026 09:00", null],
  ["Nov 28 2026", null],
  ["", null],
];

const event = (eventTime: string) => ({
  eventId: "1",
  eventTime,
  eventType: "ProductOrderStateChangeEvent",
  event: { productOrder: { id: "K1", state: "inProgress" } },
});
const download = {
  iccid: "8941000000000000000",
  notificationPointId: 3,
  notificationPointStatus: { status: "Failed" },
};
const READERS: Readonly<Record<string, (text: string) => { readonly success: boolean; readonly at: unknown }>> = {
  "an order's state": (text) => {
    const { success, output } = v.safeParse(OrderEvent, event(text));
    return { success, at: success && output.eventTime };
  },
  "the stock": (text) => {
    const report = { eventId: "1", eventTime: text, article: "A", kind: "received", pieces: 1 };
    const { success, output } = v.safeParse(StockEvent, report);
    return { success, at: success && output.eventTime };
  },
  "an eSIM": (text) => {
    const { success, output } = v.safeParse(EsimProgressInfo, { ...download, timestamp: text });
    return { success, at: success && output.timestamp };
  },
  "the desk": (text) => {
    const { success, output } = v.safeParse(moment, text);
    return { success, at: output };
  },
};

describe.each(ZONES)("in a process in %s", (zone, offset) => {
  test("`Date` has this zone", () => {
    process.env["TZ"] = zone;
    expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(offset);
  });

  test.each(SPELLINGS)("%j is the moment %s", (text, expected) => {
    process.env["TZ"] = zone;
    expect(readMoment(text)?.toISOString() ?? null).toBe(expected);
    for (const [name, read] of Object.entries(READERS)) {
      const { success, at } = read(text);
      expect([name, success ? (at as Date).toISOString() : null]).toEqual([name, expected]);
    }
  });

  test.each([
    ["2026-11-27", "2026-11-26T23:00:00.000Z", "2026-11-27T23:00:00.000Z"],
    // The clock is set forward and back: 23 and 25 hours.
    ["2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["2026-11-27T00:00:00", "2026-11-26T23:00:00.000Z", "2026-11-26T23:00:00.001Z"],
    ["2026-07-01 06:30", "2026-07-01T04:30:00.000Z", "2026-07-01T04:30:00.001Z"],
    ["2026-11-27T00:00:00.25+01:00", "2026-11-26T23:00:00.250Z", "2026-11-26T23:00:00.251Z"],
  ])("%s is meant from %s to %s", (text, from, before) => {
    process.env["TZ"] = zone;
    const span = readSpan(text);
    expect([span?.from.toISOString(), span?.before.toISOString()]).toEqual([from, before]);
  });
});

test("what is no time is none, and neither is one that the clock skips", () => {
  for (const text of ["2026-03-29T02:30", "2026-02-30", "20261127", "1795733400", "", "soon"])
    expect([text, readSpan(text)]).toEqual([text, null]);
});
