import { describe, expect, test } from "vitest";
import {
  incompleteBecause,
  isPostpaid,
  isPrepaidFlow,
  readRecord,
  type CheckedRecord,
  type CheckoutRecord,
} from "#core/checkout-record/record.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";

type Choice = Omit<CheckoutRecord, "type">;
const [LONG, MONTHLY] = ["182400001", "182400002"];

function checked(record: CheckoutRecord): CheckedRecord {
  const read = readRecord(record, demoCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.checked;
}
const mobile = (choice: Choice) => checked({ type: "Tariff", ...choice });
const tv = (choice: Choice) => checked({ type: "TV Tariff", ...choice });

const errorsOf = (record: CheckoutRecord) => {
  const read = readRecord(record, demoCatalogue);
  return read.ok ? {} : read.errors;
};

describe("a mobile record", () => {
  test("without choices contains only the tariff with its first binding", () => {
    expect(mobile({ tariff: "SMART30" })).toEqual({
      family: "mobile",
      tariff: "SMART30",
      mobile: null,
      binding: LONG,
      bundles: [],
      limit: 0,
      insurance: false,
      postBill: false,
      deviceInFull: false,
      deposit: false,
      bonus: false,
      bonusTv: null,
      reductions: [],
    });
  });

  test("keeps every choice, with the bundles in the order of the catalogue", () => {
    const record = {
      tariff: "SMART60",
      mobile: "SAENTISX",
      bundles: ["TWIN", "EU10"],
      limit: 300,
      insurance: true,
      postBill: true,
      bonus: true,
      tv_tariff: "TVM",
      tv_duration: 12,
    };
    expect(mobile(record)).toEqual({
      family: "mobile",
      tariff: "SMART60",
      mobile: "SAENTISX",
      binding: LONG,
      bundles: ["EU10", "TWIN"],
      limit: 300,
      insurance: true,
      postBill: true,
      deviceInFull: false,
      deposit: false,
      bonus: true,
      bonusTv: { tvTariff: "TVM", duration: 12 },
      reductions: [],
    });
  });

  test.each<[string, Choice, object]>([
    ["the monthly binding", { tariff: "SMART30", binding: MONTHLY }, { binding: MONTHLY }],
    ["the only binding of SIM-only", { tariff: "SIMONLY20" }, { binding: MONTHLY }],
    ["no bill by post for prepaid", { tariff: "PREPAID10", postBill: true }, { postBill: false }],
    ["the smallest limit", { tariff: "SMART30", limit: 1 }, { limit: 1 }],
    ["no limit for prepaid", { tariff: "PREPAID10", limit: 0 }, { limit: 0 }],
    ["an empty list of boxes", { tariff: "SMART30", tv_device: [] }, { tariff: "SMART30" }],
    ["a bonus not yet chosen", { tariff: "SMART60", bonus: true, tv_tariff: "" }, { bonus: true, bonusTv: null }],
    [
      "the first duration of a bonus",
      { tariff: "SMART60", bonus: true, tv_tariff: "TVS" },
      { bonusTv: { tvTariff: "TVS", duration: 24 } },
    ],
  ])("contains %s", (_what, choice, part) => {
    expect(mobile(choice)).toMatchObject(part);
  });

  test("with a device has the long binding, even if the tariff lists another one first", () => {
    const reversed = demoWith("mobileTariffs", "SMART30", {
      prices: demoCatalogue.mobileTariffs[0]?.prices.toReversed() ?? [],
    });
    const read = readRecord({ type: "Device", tariff: "SMART30", mobile: "PIZLITE" }, reversed);
    expect(read).toMatchObject({ ok: true, checked: { binding: LONG } });
  });

  test.each<[Choice, object]>([
    [{}, { tariff: "missing" }],
    [{ tariff: "NOPE" }, { tariff: "unknown" }],
    [{ tariff: "SMART30", tv_device: ["STB1"] }, { tv_device: "notTogether" }],
    [{ tariff: "SMART30", mobile: "NOPE" }, { mobile: "unknown" }],
    [{ tariff: "SMART30", mobile: "PIZLITE", binding: MONTHLY }, { mobile: "notTogether" }],
    [{ tariff: "SIMONLY20", mobile: "PIZLITE" }, { mobile: "notTogether" }],
    [{ tariff: "PREPAID10", mobile: "PIZLITE" }, { mobile: "notTogether" }],
    [
      { tariff: "SIMONLY20", mobile: "PIZLITE", binding: LONG },
      { mobile: "notTogether", binding: "notTogether" },
    ],
    [{ tariff: "SIMONLY20", binding: LONG }, { binding: "notTogether" }],
    [{ tariff: "SMART30", binding: "1" }, { binding: "unknown" }],
    [{ tariff: "SMART30", insurance: true }, { insurance: "notTogether" }],
    [{ tariff: "SMART30", limit: 301 }, { limit: "outOfRange" }],
    [{ tariff: "SMART30", limit: 0.5 }, { limit: "outOfRange" }],
    [{ tariff: "SMART30", limit: 2.5 }, { limit: "outOfRange" }],
    [{ tariff: "SMART30", limit: -1 }, { limit: "outOfRange" }],
    [{ tariff: "PREPAID10", limit: 100 }, { limit: "notTogether" }],
    [{ tariff: "PREPAID10", limit: 999 }, { limit: "notTogether" }],
    [{ tariff: "SMART30", bonus: true }, { bonus: "notTogether" }],
    [{ tariff: "SMART60", tv_tariff: "TVS" }, { tv_tariff: "notTogether" }],
    [{ tariff: "SMART60", bonus: true, tv_tariff: "277" }, { tv_tariff: "unknown" }],
    [{ tariff: "SMART60", bonus: true, tv_tariff: "TVM", tv_duration: 6 }, { tv_duration: "notTogether" }],
    [{ tariff: "SMART30", bundles: ["NOPE"] }, { bundles: "unknown" }],
    [{ tariff: "SMART30", bundles: ["LEGACY1"] }, { bundles: "unknown" }],
    [{ tariff: "SMART30", bundles: ["SPORT"] }, { bundles: "notTogether" }],
    [{ tariff: "SMART30", bundles: ["SPORT", "NOPE"] }, { bundles: "unknown" }],
    [{ tariff: "SMART30", bundles: ["NOPE", "SPORT"] }, { bundles: "unknown" }],
    [{ tariff: "SMART30", bundles: ["EU10", "EU10"] }, { bundles: "notTogether" }],
    [{ tariff: "SMART30", bundles: ["NOPE", "NOPE"] }, { bundles: "unknown" }],
  ])("%j is rejected", (choice, errors) => {
    expect(errorsOf({ type: "Mobile Tariff", ...choice })).toEqual(errors);
  });
});

describe("a TV record", () => {
  test("without choices lasts 24 months and has no box", () => {
    expect(tv({ tv_tariff: "TVS" })).toEqual({
      family: "tv",
      tvTariff: "TVS",
      duration: 24,
      boxes: [],
      bundles: [],
      postBill: false,
      reductions: [],
    });
  });

  test("keeps every choice, with the boxes in order", () => {
    const choice = { tv_tariff: "TVM", tv_duration: 6, tv_device: ["STB2", "STB1"], bundles: ["KIDS"], postBill: true };
    expect(checked({ type: "Tv Device", ...choice })).toEqual({
      family: "tv",
      tvTariff: "TVM",
      duration: 6,
      boxes: ["STB1", "STB2"],
      bundles: ["KIDS"],
      postBill: true,
      reductions: [],
    });
  });

  test("of prepaid TV has its included box, its only duration and no bill by post", () => {
    const prepaid = { family: "tv", tvTariff: "277", duration: 12, bundles: [], postBill: false, reductions: [] };
    expect(tv({ tv_tariff: "277", tv_duration: 3, postBill: true })).toEqual({ ...prepaid, boxes: ["STB1"] });
    expect(tv({ tv_tariff: "277", tv_device: ["STB2"] })).toEqual({ ...prepaid, boxes: ["STB1", "STB2"] });
  });

  test("can contain false for options of mobile only", () => {
    const nothing = { insurance: false, bonus: false, limit: 0, binding: MONTHLY } as const;
    expect(tv({ tv_tariff: "TVS", ...nothing })).toEqual(tv({ tv_tariff: "TVS" }));
  });

  test.each<[Choice, object]>([
    [{}, { tv_tariff: "missing" }],
    [{ tv_tariff: "NOPE" }, { tv_tariff: "unknown" }],
    [{ tv_tariff: "TVS", tariff: "SMART30" }, { tariff: "notTogether" }],
    [{ tv_tariff: "TVS", mobile: "PIZLITE" }, { mobile: "notTogether" }],
    [{ tv_tariff: "TVS", insurance: true }, { insurance: "notTogether" }],
    [{ tv_tariff: "TVS", bonus: true }, { bonus: "notTogether" }],
    [{ tv_tariff: "TVS", limit: 5 }, { limit: "notTogether" }],
    [{ tv_tariff: "TVS", binding: "1" }, { binding: "unknown" }],
    [{ tv_tariff: "TVS", tv_duration: 5 }, { tv_duration: "outOfRange" }],
    [{ tv_tariff: "TVS", tv_device: ["X"] }, { tv_device: "unknown" }],
    [{ tv_tariff: "TVS", tv_device: ["X", "STB2"] }, { tv_device: "unknown" }],
    [{ tv_tariff: "TVS", tv_device: ["STB2"] }, { tv_device: "notTogether" }],
    [{ tv_tariff: "TVS", tv_device: ["STB1", "STB1"] }, { tv_device: "notTogether" }],
    [{ tv_tariff: "TVS", bundles: ["EU10"] }, { bundles: "notTogether" }],
  ])("%j is rejected", (choice, errors) => {
    expect(errorsOf({ type: "TV Tariff", ...choice })).toEqual(errors);
  });
});

describe("what a record means", () => {
  test.each<[string, CheckedRecord, boolean, boolean]>([
    ["a billed tariff", mobile({ tariff: "SMART30" }), true, false],
    ["SIM-only", mobile({ tariff: "SIMONLY20" }), true, false],
    ["a prepaid tariff", mobile({ tariff: "PREPAID10" }), false, true],
    ["billed TV", tv({ tv_tariff: "TVS" }), true, false],
    ["prepaid TV, which keeps step 1", tv({ tv_tariff: "277" }), false, false],
  ])("%s", (_what, record, postpaid, prepaidFlow) => {
    expect(isPostpaid(record, demoCatalogue)).toBe(postpaid);
    expect(isPrepaidFlow(record, demoCatalogue)).toBe(prepaidFlow);
  });

  test("a product that is no longer sold counts as billed, so that no step is skipped", () => {
    const prepaid = mobile({ tariff: "PREPAID10" });
    expect(isPostpaid(prepaid, demoWithout("mobileTariffs", "PREPAID10"))).toBe(true);
    expect(isPostpaid(tv({ tv_tariff: "277" }), demoWithout("tvTariffs", "277"))).toBe(true);
  });

  test.each<[string, CheckedRecord, string | null]>([
    ["a bonus without its TV tariff", mobile({ tariff: "SMART60", bonus: true }), "bonusTv"],
    ["a chosen bonus", mobile({ tariff: "SMART60", bonus: true, tv_tariff: "TVS" }), null],
    ["a device of a partner", mobile({ tariff: "SMART100", mobile: "MATTERHORN" }), "soldElsewhere"],
    ["a device of the shop", mobile({ tariff: "SMART100", mobile: "SAENTISX" }), null],
    ["a tariff alone", mobile({ tariff: "SMART30" }), null],
    ["TV", tv({ tv_tariff: "TVS" }), null],
  ])("%s is incomplete because of: %s", (_what, record, reason) => {
    expect(incompleteBecause(record, demoCatalogue)).toBe(reason);
  });
});
