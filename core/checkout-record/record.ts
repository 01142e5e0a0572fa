import {
  BINDING,
  BINDING_CODES,
  LIMIT,
  DEFAULT_TV_DURATION,
  type BindingCode,
  type BoxCode,
  type TvDuration,
} from "../catalogue/codes.ts";
import { byCode, type Catalogue, type Device, type MobileTariff, type TvTariff } from "../catalogue/catalogue.ts";
import type { Reduction } from "./reduction.ts";
import { boxesAllowed } from "./set-top-boxes.ts";

export const RECORD_TYPES = ["Tariff", "TV Tariff", "Tv Device", "Device", "Mobile Tariff"] as const;

/**
 * What the shopper chose, in codes: the record from the wire, with flags and numbers parsed (specification 3; wire,
 * POST /checkout).
 */
export type CheckoutRecord = {
  type: (typeof RECORD_TYPES)[number];
  tariff?: string;
  mobile?: string;
  binding?: string;
  tv_tariff?: string;
  tv_duration?: number;
  tv_device?: string[];
  bundles?: string[];
  limit?: number;
  insurance?: boolean;
  postBill?: boolean;
  bonus?: boolean;
  /** Whether the device is paid in full at the checkout, not in instalments. */
  deviceInFull?: boolean;
  /** Whether a deposit is paid at the checkout. */
  deposit?: boolean;
  /** What extensions deduct. The wire never has it; a change of the record keeps it. */
  reductions?: readonly Reduction[];
};

/** Returns a record as the wire has it: what extensions deduct is the server's alone. */
export function asSent({ reductions: _ofExtensions, ...chosen }: CheckoutRecord): CheckoutRecord {
  return chosen;
}

/** Returns what is chosen before step 5: a record without the delivery of bills, which step 5 itself changes. */
export function goodsOf<Chosen extends { readonly postBill?: unknown }>({
  postBill: _chosenAtStep5,
  ...goods
}: Chosen) {
  return goods;
}

/** A checkout record that the catalogue allows: a mobile tariff or a TV tariff, never both. */
export type CheckedRecord = MobileRecord | TvRecord;
export type MobileRecord = {
  readonly family: "mobile";
  readonly tariff: string;
  readonly mobile: string | null;
  readonly binding: BindingCode;
  readonly bundles: readonly string[];
  /** Credit limit in whole CHF; 0 for none. */
  readonly limit: number;
  readonly insurance: boolean;
  readonly postBill: boolean;
  readonly deviceInFull: boolean;
  readonly deposit: boolean;
  readonly bonus: boolean;
  /** The TV tariff chosen as the bonus; null for none. */
  readonly bonusTv: { readonly tvTariff: string; readonly duration: TvDuration } | null;
  readonly reductions: readonly Reduction[];
};
export type TvRecord = {
  readonly family: "tv";
  readonly tvTariff: string;
  readonly duration: TvDuration;
  readonly boxes: readonly BoxCode[];
  readonly bundles: readonly string[];
  readonly postBill: boolean;
  readonly reductions: readonly Reduction[];
};

type RecordField =
  | "type"
  | "tariff"
  | "mobile"
  | "binding"
  | "tv_tariff"
  | "tv_duration"
  | "tv_device"
  | "bundles"
  | "limit"
  | "insurance"
  | "bonus"
  | "deviceInFull"
  | "deposit";
/** Keys of messages in `locales/<language>/fields.json`. */
type RecordMistake = "unknown" | "notTogether" | "missing" | "outOfRange";
type RecordErrors = Partial<Record<RecordField, RecordMistake>>;
export type RecordResult = { ok: true; checked: CheckedRecord } | { ok: false; errors: RecordErrors };

/** Checks a checkout record against the catalogue. The result names every invalid field (wire, POST /checkout). */
export function readRecord(record: CheckoutRecord, catalogue: Catalogue): RecordResult {
  return record.type === "TV Tariff" || record.type === "Tv Device"
    ? readTv(record, catalogue)
    : readMobile(record, catalogue);
}

function readMobile(record: CheckoutRecord, catalogue: Catalogue): RecordResult {
  const errors: RecordErrors = {};
  const tariff = byCode(catalogue.mobileTariffs, record.tariff);
  if (!tariff) return { ok: false, errors: { tariff: record.tariff === undefined ? "missing" : "unknown" } };
  if (record.tv_device && record.tv_device.length > 0) errors.tv_device = "notTogether";

  const device = byCode(catalogue.devices, record.mobile);
  if (record.mobile !== undefined && !device) errors.mobile = "unknown";
  const binding = readBinding(record, tariff, device, errors);
  if (device && (tariff.kind !== "postpaid" || binding !== BINDING.long)) errors.mobile = "notTogether";
  if (record.insurance && !device) errors.insurance = "notTogether";
  if (record.deviceInFull && !device) errors.deviceInFull = "notTogether";
  if (record.deposit && tariff.kind === "prepaid") errors.deposit = "notTogether";
  else if (record.deposit && !catalogue.refusal?.deposit) errors.deposit = "unknown";

  const limit = record.limit ?? 0;
  if (limit !== 0 && tariff.kind === "prepaid") errors.limit = "notTogether";
  else if (!limitAllowed(limit)) errors.limit = "outOfRange";

  const bonus = record.bonus ?? false;
  if (bonus && tariff.bonusTv.length === 0) errors.bonus = "notTogether";
  const bonusTv = readBonusTv(record, tariff, bonus, errors);
  const bundles = readBundles(record, catalogue, "mobile", errors);

  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const insurance = record.insurance ?? false;
  const postBill = (record.postBill ?? false) && tariff.kind !== "prepaid";
  return {
    ok: true,
    checked: {
      family: "mobile",
      tariff: tariff.code,
      mobile: device?.code ?? null,
      binding,
      bundles,
      limit,
      insurance,
      postBill,
      deviceInFull: record.deviceInFull ?? false,
      deposit: record.deposit ?? false,
      bonus,
      bonusTv,
      reductions: record.reductions ?? [],
    },
  };
}

function limitAllowed(limit: number): boolean {
  return limit === 0 || (Number.isInteger(limit) && limit >= LIMIT.min && limit <= LIMIT.max);
}

function readBinding(
  record: CheckoutRecord,
  tariff: MobileTariff,
  device: Device | undefined,
  errors: RecordErrors,
): BindingCode {
  const first = tariff.prices[0]?.binding ?? BINDING.monthly;
  const wanted = record.binding ?? (device ? BINDING.long : first);
  const known = BINDING_CODES.find((code) => code === wanted);
  if (!known) errors.binding = "unknown";
  // A device requires the long binding. If the tariff does not have it, the error is reported on `mobile`, not on
  // `binding`.
  else if (record.binding === undefined && device && tariff.kind !== "postpaid") return first;
  else if (!tariff.prices.some((price) => price.binding === known)) errors.binding = "notTogether";
  return known ?? first;
}

function readBonusTv(
  record: CheckoutRecord,
  tariff: MobileTariff,
  bonus: boolean,
  errors: RecordErrors,
): MobileRecord["bonusTv"] {
  if (record.tv_tariff === undefined || record.tv_tariff === "") return null;
  const options = tariff.bonusTv.filter((each) => each.tvTariff === record.tv_tariff);
  const option = options.find((each) => each.duration === (record.tv_duration ?? options[0]?.duration));
  if (!bonus || options.length === 0) errors.tv_tariff = bonus ? "unknown" : "notTogether";
  else if (!option) errors.tv_duration = "notTogether";
  return option ? { tvTariff: option.tvTariff, duration: option.duration } : null;
}

function readBundles(
  record: CheckoutRecord,
  catalogue: Catalogue,
  family: "mobile" | "tv",
  errors: RecordErrors,
): string[] {
  const codes = record.bundles ?? [];
  for (const code of codes) {
    const bundle = byCode(catalogue.bundles, code);
    if (!bundle || bundle.monthly === null) errors.bundles = "unknown";
    else if (bundle.family !== family) errors.bundles ??= "notTogether";
  }
  if (new Set(codes).size !== codes.length) errors.bundles ??= "notTogether";
  return catalogue.bundles.filter((bundle) => codes.includes(bundle.code)).map((bundle) => bundle.code);
}

function readTv(record: CheckoutRecord, catalogue: Catalogue): RecordResult {
  const errors: RecordErrors = {};
  const tariff = byCode(catalogue.tvTariffs, record.tv_tariff);
  if (!tariff) return { ok: false, errors: { tv_tariff: record.tv_tariff === undefined ? "missing" : "unknown" } };
  if (record.tariff !== undefined) errors.tariff = "notTogether";
  if (record.mobile !== undefined) errors.mobile = "notTogether";
  if (record.insurance) errors.insurance = "notTogether";
  if (record.bonus) errors.bonus = "notTogether";
  if (record.limit) errors.limit = "notTogether";
  if (record.binding !== undefined && !BINDING_CODES.some((code) => code === record.binding))
    errors.binding = "unknown";

  const duration = readDuration(record, tariff, errors);
  const boxes = readBoxes(record, tariff, errors);
  const bundles = readBundles(record, catalogue, "tv", errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const postBill = (record.postBill ?? false) && tariff.postpaid;
  const { reductions = [] } = record;
  return { ok: true, checked: { family: "tv", tvTariff: tariff.code, duration, boxes, bundles, postBill, reductions } };
}

function readDuration(record: CheckoutRecord, tariff: TvTariff, errors: RecordErrors): TvDuration {
  const offered = tariff.prices.map((price) => price.duration);
  // Prepaid TV is sold for a single duration, which the catalogue defines.
  if (!tariff.postpaid) return offered[0] ?? DEFAULT_TV_DURATION;
  const wanted = record.tv_duration ?? DEFAULT_TV_DURATION;
  const duration = offered.find((each) => each === wanted);
  if (duration === undefined) errors.tv_duration = "outOfRange";
  return duration ?? DEFAULT_TV_DURATION;
}

function readBoxes(record: CheckoutRecord, tariff: TvTariff, errors: RecordErrors): BoxCode[] {
  const named = record.tv_device ?? [];
  const boxes = named.filter((code): code is BoxCode => code === "STB1" || code === "STB2");
  if (boxes.length !== named.length) errors.tv_device = "unknown";
  const withIncluded = [...boxes, ...tariff.includedBoxes.filter((box) => !boxes.includes(box))];
  if (!boxesAllowed(withIncluded)) errors.tv_device ??= "notTogether";
  return withIncluded.sort();
}

/** Returns whether the record is billed; prepaid is paid at the checkout. */
export function isPostpaid(record: CheckedRecord, catalogue: Catalogue): boolean {
  return record.family === "mobile"
    ? byCode(catalogue.mobileTariffs, record.tariff)?.kind !== "prepaid"
    : byCode(catalogue.tvTariffs, record.tvTariff)?.postpaid !== false;
}

/**
 * Returns whether the checkout omits step 1, which is so for prepaid mobile tariffs only, never for TV (decisions 2).
 */
export function isPrepaidFlow(record: CheckedRecord, catalogue: Catalogue): boolean {
  return record.family === "mobile" && !isPostpaid(record, catalogue);
}

/** Returns why a record cannot continue past step 1; null if it can. */
export function incompleteBecause(record: CheckedRecord, catalogue: Catalogue): "bonusTv" | "soldElsewhere" | null {
  if (record.family !== "mobile") return null;
  if (record.bonus && !record.bonusTv) return "bonusTv";
  return byCode(catalogue.devices, record.mobile ?? undefined)?.externalCheckoutUrl ? "soldElsewhere" : null;
}
