import { canonical } from "../text/canonical.ts";
import { reductionLines } from "./reductions.ts";
import { depositLine, monthlyFee, type Line, type LineKind } from "./lines.ts";
import { BINDING_MONTHS, TV_BINDING_MONTHS, type TvDuration } from "../catalogue/codes.ts";
import { byCode, type Catalogue, type Device, type MobileTariff, type TvTariff } from "../catalogue/catalogue.ts";
import { sumOf, type Rappen } from "../money/money.ts";
import {
  isPostpaid,
  readRecord,
  type CheckedRecord,
  type MobileRecord,
  type CheckoutRecord,
  type TvRecord,
} from "../checkout-record/record.ts";

export type Quote = {
  readonly lines: readonly Line[];
  readonly monthly: Rappen;
  readonly firstBill: Rappen;
  readonly dueNow: Rappen;
  readonly postpaid: boolean;
  /** Credit limit in whole CHF; 0 for none. */
  readonly limit: number;
  readonly action: { readonly price: Rappen; readonly oldPrice: Rappen } | null;
  readonly chosenTv: { readonly tvTariff: string; readonly duration: TvDuration } | null;
};

/**
 * Prices a checked record. The same record and catalogue always give the same lines. The totals are the sums of the
 * lines.
 */
export function priceRecord(record: CheckedRecord, catalogue: Catalogue): Quote {
  const full = record.family === "mobile" ? mobileLines(record, catalogue) : tvLines(record, catalogue);
  const lines = [...full, ...reductionLines(record.reductions, full)];
  const main = lines[0];
  return {
    lines,
    monthly: sumOf(lines, (line) => line.monthly),
    firstBill: sumOf(lines, (line) => line.firstBill),
    dueNow: sumOf(lines, (line) => line.dueNow),
    postpaid: isPostpaid(record, catalogue),
    limit: record.family === "mobile" ? record.limit : 0,
    action: main?.price !== undefined && main.oldPrice ? { price: main.price, oldPrice: main.oldPrice } : null,
    chosenTv: record.family === "mobile" ? record.bonusTv : null,
  };
}

/**
 * Returns twelve bills plus what is paid once, in Rappen (decisions 3). Not used for prepaid mobile, which the shopper
 * renews at will.
 */
export function yearlyTotal(quote: Pick<Quote, "monthly" | "firstBill" | "dueNow">): Rappen {
  return 12 * quote.monthly + quote.firstBill + quote.dueNow;
}

/** The three totals of a quote, in Rappen. */
export type Totals = Pick<Quote, "monthly" | "firstBill" | "dueNow">;

export const totalsOf = ({ monthly, firstBill, dueNow }: Totals): Totals => ({ monthly, firstBill, dueNow });

export function sameTotals(one: Totals, other: Totals): boolean {
  return one.monthly === other.monthly && one.firstBill === other.firstBill && one.dueNow === other.dueNow;
}

/** Returns whether two quotes are equal, line by line. */
export function sameQuote(one: Quote, other: Quote): boolean {
  return canonical(one) === canonical(other);
}

/** Prices a record without a checkout, for the shop window and landing pages; null if it is not for sale. */
export function quoteFor(record: CheckoutRecord, catalogue: Catalogue): Quote | null {
  const read = readRecord(record, catalogue);
  return read.ok ? priceRecord(read.checked, catalogue) : null;
}

function mobileLines(record: MobileRecord, catalogue: Catalogue): Line[] {
  const tariff = required(byCode(catalogue.mobileTariffs, record.tariff), record.tariff);
  const device = byCode(catalogue.devices, record.mobile ?? undefined);
  const postpaid = tariff.kind !== "prepaid";
  const lines: Line[] = [mobileTariffLine(tariff, record, postpaid)];
  if (tariff.kind !== "postpaid") lines.push(free("sIM", "SIM"));
  if (device) {
    const inFull = record.deviceInFull;
    lines.push({
      kind: "device",
      code: device.code,
      monthly: inFull ? 0 : device.instalment,
      firstBill: device.ura,
      dueNow: inFull ? fullPrice(device) : device.downPayment,
      deviceMonthlyWithoutUra: inFull ? 0 : device.instalment,
      insurancePrice: catalogue.insurance,
    });
  }
  if (record.insurance) lines.push(monthlyFee("insurance", catalogue.insurance));
  lines.push(...bundleLines(record.bundles, catalogue, postpaid, 1));
  if (record.postBill) lines.push(monthlyFee("postBill", catalogue.postBillFee));
  if (record.deposit) lines.push(depositLine(catalogue.refusal?.deposit ?? 0));
  return lines;
}

/** Returns what a device costs without instalments and without the copyright levy, in Rappen. */
function fullPrice({ downPayment, instalment, instalments }: Device): Rappen {
  return downPayment + instalments * instalment;
}

function mobileTariffLine(tariff: MobileTariff, record: MobileRecord, postpaid: boolean): Line {
  const { price, oldPrice } = required(
    tariff.prices.find((each) => each.binding === record.binding),
    record.binding,
  );
  const fee = tariff.activation?.amount ?? 0;
  const feeNow = postpaid && tariff.activation?.due !== "now" ? 0 : fee;
  return {
    kind: "mobileTariff",
    code: tariff.code,
    monthly: postpaid ? price : 0,
    firstBill: fee - feeNow,
    dueNow: (postpaid ? 0 : price) + feeNow,
    price,
    oldPrice,
    postpaid,
    binding: BINDING_MONTHS[record.binding],
    activationOneTimePriceNow: feeNow,
    activationOneTimePriceOnBilling: fee - feeNow,
    recursivePriceBilling: price,
  };
}

function tvLines(record: TvRecord, catalogue: Catalogue): Line[] {
  const tariff = required(byCode(catalogue.tvTariffs, record.tvTariff), record.tvTariff);
  const months = tariff.postpaid ? 1 : record.duration;
  const lines: Line[] = [tvTariffLine(tariff, record.duration)];
  for (const code of record.boxes) {
    const box = required(byCode(catalogue.boxes, code), code);
    if (tariff.includedBoxes.includes(code)) lines.push(free("box", code));
    else lines.push(addOnLine("tVdevice", code, box.monthly, box.oneTime, tariff.postpaid, months));
  }
  lines.push(...bundleLines(record.bundles, catalogue, tariff.postpaid, months));
  if (record.postBill) lines.push(monthlyFee("postBill", catalogue.postBillFee));
  return lines;
}

function tvTariffLine(tariff: TvTariff, duration: TvDuration): Line {
  const { price } = required(
    tariff.prices.find((each) => each.duration === duration),
    String(duration),
  );
  return {
    kind: "tVTariff",
    code: tariff.code,
    monthly: tariff.postpaid ? price : 0,
    firstBill: 0,
    dueNow: tariff.postpaid ? 0 : price,
    price,
    oldPrice: null,
    postpaid: tariff.postpaid,
    binding: TV_BINDING_MONTHS,
    tvDuration: duration,
    activationOneTimePriceNow: 0,
    activationOneTimePriceOnBilling: 0,
    recursivePriceBilling: tariff.postpaid ? price : Math.round(price / duration),
  };
}

function bundleLines(codes: readonly string[], catalogue: Catalogue, postpaid: boolean, months: number): Line[] {
  return codes.map((code) => {
    const bundle = required(byCode(catalogue.bundles, code), code);
    return addOnLine("bundle", code, bundle.monthly ?? 0, bundle.oneTime, postpaid, months);
  });
}

type ProductKind = Exclude<LineKind, "other">;

/**
 * Returns the line of an add-on. For postpaid it is billed, for prepaid it is due now for a first period of `months`
 * (decisions 3).
 */
function addOnLine(
  kind: ProductKind,
  code: string,
  monthly: Rappen,
  once: Rappen,
  postpaid: boolean,
  months: number,
): Line {
  return postpaid
    ? { kind, code, monthly: monthly, firstBill: once, dueNow: 0 }
    : { kind, code, monthly: 0, firstBill: 0, dueNow: monthly * months + once };
}

function free(kind: ProductKind, code: string): Line {
  return { kind, code, monthly: 0, firstBill: 0, dueNow: 0 };
}

/**
 * Returns an entry that must exist, because the record was checked against this catalogue. If it is missing, that is a
 * bug.
 */
function required<T>(value: T | undefined, code: string): T {
  if (value === undefined) throw new Error(`The catalogue has no ${code}: check the record against it first`);
  return value;
}
