import { describe, expect, test } from "vitest";
import { formatDay, parseDay, type Day } from "#core/time/dates.ts";
import { afterOrder, wantsEsim, type Ordered } from "#core/order/after-order.ts";
import { LINE_KINDS } from "#core/price/lines.ts";
import { easterSunday, firstWorkingDayOfNextMonth, isWorkingDay, workingDaysAfter } from "#core/time/working-days.ts";

const day = (text: string): Day => parseDay(text) ?? { year: 0, month: 0, day: 0 };
const after = (text: string, count: number) => formatDay(workingDaysAfter(day(text), count));

describe("working days", () => {
  test.each([
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2027, "2027-03-28"],
    [2008, "2008-03-23"],
    [2014, "2014-04-20"],
    [2038, "2038-04-25"],
    [2049, "2049-04-18"],
    [2076, "2076-04-19"],
    [2100, "2100-03-28"],
    [2106, "2106-04-18"],
  ])("Easter of %i is on %s", (year, text) => expect(formatDay(easterSunday(year))).toBe(text));

  test.each([
    "2026-01-01",
    "2026-04-03",
    "2026-04-06",
    "2026-05-14",
    "2026-05-25",
    "2028-08-01",
    "2026-12-25",
    "2028-12-26",
  ])("%s is a holiday in all of Switzerland", (text) => expect(isWorkingDay(day(text))).toBe(false));

  test("skip holidays: a Thursday before Easter, the end of the year, and an ordinary week", () => {
    expect(after("2026-04-02", 2)).toBe("2026-04-08");
    expect(after("2026-12-24", 2)).toBe("2026-12-29");
    expect(after("2026-11-23", 3)).toBe("2026-11-26");
  });

  test("count from Monday for an order at the weekend", () => {
    expect(after("2026-11-21", 2)).toBe("2026-11-24");
    expect(after("2026-11-22", 2)).toBe("2026-11-24");
  });

  test("the month after December starts in the next year, after New Year", () => {
    expect(formatDay(firstWorkingDayOfNextMonth(day("2026-12-10")))).toBe("2027-01-04");
    expect(formatDay(firstWorkingDayOfNextMonth(day("2026-11-21")))).toBe("2026-12-01");
  });
});

const customer = { simType: "0", mnp: false, mnpMsisdn: "", mnpSubscriptionType: "", typeOfBill: "email" };
const ordered = (change: Partial<Ordered> = {}): Ordered => ({
  at: new Date("2026-11-23T10:00:00Z"),
  lines: [{ kind: "mobileTariff" }],
  billed: true,
  customer,
  ...change,
});

describe("what happens next", () => {
  test("a card by post, a new number, a bill by mail", () => {
    expect(afterOrder(ordered())).toEqual({
      sim: { kind: "post", expected: "2026-11-25" },
      number: { kind: "new", msisdn: null, earliest: null, wished: null, confirmBySms: false },
      parcel: null,
      firstBill: { expected: "2026-12-01", by: "email" },
    });
  });

  test("a prepaid number is transferred in three working days and confirmed by text message", () => {
    const transfer = { ...customer, mnp: true, mnpMsisdn: "079 555 01 43", mnpSubscriptionType: "Prepaid" };
    expect(afterOrder(ordered({ customer: transfer })).number).toEqual({
      kind: "transfer",
      msisdn: "41795550143",
      earliest: "2026-11-26",
      wished: null,
      confirmBySms: true,
    });
    const wishedFor = (mnpDate: string) => afterOrder(ordered({ customer: { ...transfer, mnpDate } })).number?.wished;
    expect(wishedFor("2027-01-12")).toBe("2027-01-12");
    expect(wishedFor("2026-11-26")).toBe("2026-11-26");
    // The day is too early now: the transfer happens as soon as possible.
    expect(wishedFor("2026-11-25")).toBeNull();
    const postpaid = { ...transfer, mnpSubscriptionType: "Postpaid" };
    expect(afterOrder(ordered({ customer: postpaid })).number).toMatchObject({ confirmBySms: false });
  });

  test("an eSIM is not sent by post; a device is", () => {
    const { sim, parcel } = afterOrder(
      ordered({ customer: { ...customer, simType: "1" }, lines: [{ kind: "mobileTariff" }, { kind: "device" }] }),
    );
    expect(sim).toEqual({ kind: "esim", expected: null });
    expect(parcel).toEqual({ expected: "2026-11-25" });
  });

  test("devices and set-top boxes are sent in a parcel, also free ones", () => {
    const inParcel = LINE_KINDS.filter((kind) => afterOrder(ordered({ lines: [{ kind }] })).parcel !== null);
    expect(inParcel).toEqual(["device", "tVdevice", "box"]);
  });

  test("an eSIM is ordered if it was chosen for a mobile tariff", () => {
    const esim = { ...customer, simType: "1" };
    expect(wantsEsim({ lines: [{ kind: "sIM" }, { kind: "mobileTariff" }], customer: esim })).toBe(true);
    expect(wantsEsim({ lines: [{ kind: "mobileTariff" }], customer })).toBe(false);
    expect(wantsEsim({ lines: [{ kind: "tVTariff" }], customer: esim })).toBe(false);
  });

  test("the first bill is sent in the way that the customer chose", () => {
    expect(afterOrder(ordered({ customer: { ...customer, typeOfBill: "post" } })).firstBill?.by).toBe("post");
  });

  test("TV has neither SIM nor number; a sale paid in advance has no bill", () => {
    expect(afterOrder(ordered({ lines: [{ kind: "tVTariff" }, { kind: "box" }], billed: false }))).toEqual({
      sim: null,
      number: null,
      parcel: { expected: "2026-11-25" },
      firstBill: null,
    });
  });

  test("the day is the Swiss one: late on Sunday in London is Monday there", () => {
    expect(afterOrder(ordered({ at: new Date("2026-11-22T23:30:00Z") })).sim?.expected).toBe("2026-11-25");
  });
});
