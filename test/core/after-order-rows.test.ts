import { describe, expect, test } from "vitest";
import { afterOrderRows, type Bought } from "#core/order/after-order-rows.ts";
import type { AfterOrder } from "#core/order/after-order.ts";

const NOTHING: AfterOrder = { sim: null, number: null, parcel: null, firstBill: null };
const BOUGHT: Bought = { email: "nora@example.ch", tv: false, parcel: [] };

/** Returns the rows as words: a key stands for its text, followed by its values. */
function rows(next: Partial<AfterOrder>, bought: Partial<Bought> = {}) {
  const translate = (key: string, values: Record<string, string> = {}) => [key, ...Object.values(values)].join(" ");
  return afterOrderRows({ ...NOTHING, ...next }, { ...BOUGHT, ...bought }, "en", translate);
}
const MAIL = { key: "mail", title: "mail.title", when: "now", text: "mail.text nora@example.ch" };

describe("what happens next, in rows", () => {
  test("always starts with the mail", () => expect(rows({})).toEqual([MAIL]));

  test("a SIM card has a day, an eSIM is available at once", () => {
    expect(rows({ sim: { kind: "post", expected: "2026-11-25" } })[1]).toEqual({
      key: "sim",
      title: "sim.title",
      when: "expected Wednesday 25 November",
      day: "2026-11-25",
      text: "sim.text",
    });
    expect(rows({ sim: { kind: "esim", expected: null } })[1]).toEqual({
      key: "sim",
      title: "esim.title",
      when: "now",
      text: "esim.text",
    });
  });

  test("a parcel lists its contents", () => {
    expect(rows({ parcel: { expected: "2026-11-25" } }, { parcel: ["Aare 5", "Set-top box"] })[1]).toEqual({
      key: "parcel",
      title: "Aare 5, Set-top box",
      when: "expected Wednesday 25 November",
      day: "2026-11-25",
      text: "parcel.text",
    });
  });

  test("TV has a separate row", () => {
    expect(rows({}, { tv: true })[1]).toEqual({ key: "tv", title: "tv.title", text: "tv.text" });
  });

  test("a new number is not known yet", () => {
    const number = { kind: "new", msisdn: null, earliest: null, wished: null, confirmBySms: false } as const;
    expect(rows({ number })[1]).toEqual({ key: "number", title: "newNumber.title", text: "newNumber.text" });
  });

  test("a transferred number is shown only to its owner, and can be without a day", () => {
    const number = {
      kind: "transfer",
      msisdn: "41795550143",
      earliest: "2026-11-26",
      wished: null,
      confirmBySms: true,
    } as const;
    expect(rows({ number })[1]).toEqual({
      key: "number",
      title: "transfer.titleOf +41 79 555 01 43",
      when: "earliest Thursday 26 November",
      day: "2026-11-26",
      text: "transfer.text",
    });
    expect(rows({ number: { ...number, wished: "2027-01-12" } })[1]).toMatchObject({
      when: "transfer.onDay Tuesday 12 January",
      day: "2027-01-12",
    });
    expect(rows({ number: { ...number, msisdn: null, earliest: null } })[1]).toEqual({
      key: "number",
      title: "transfer.title",
      text: "transfer.text",
    });
  });

  test.each(["email", "post"] as const)("the first bill comes by %s", (by) => {
    expect(rows({ firstBill: { expected: "2026-12-01", by } })[1]).toEqual({
      key: "bill",
      title: "bill.title",
      when: "about Tuesday 1 December",
      day: "2026-12-01",
      text: `bill.${by}`,
    });
  });

  test("are in chronological order", () => {
    const all: AfterOrder = {
      sim: { kind: "post", expected: "2026-11-25" },
      number: { kind: "new", msisdn: null, earliest: null, wished: null, confirmBySms: false },
      parcel: { expected: "2026-11-25" },
      firstBill: { expected: "2026-12-01", by: "email" },
    };
    expect(rows(all, { tv: true }).map(({ key }) => key)).toEqual(["mail", "sim", "parcel", "tv", "number", "bill"]);
  });
});
