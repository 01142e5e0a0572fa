import * as v from "valibot";
import {
  DEVICE_DETAILS,
  FEATURE_ICONS,
  type Bundle,
  type Catalogue,
  type Device,
  type MobileTariff,
  type TvTariff,
} from "#core/catalogue.ts";
import { BINDING_CODES, BOX_CODES, TV_DURATIONS } from "#core/codes.ts";
import { LOCALES } from "#core/locale.ts";
import { fromChf } from "#core/money.ts";

/** The catalogue files as the operator writes them: CHF with at most two decimals, every text in five languages. */
const Code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/, "a code has letters, digits, - or _ only"));
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const LocalText = v.strictObject(v.entriesFromList(LOCALES, v.pipe(v.string(), v.minLength(1, "a text is missing"))));
const Money = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(100_000),
  v.check((chf) => Math.abs(Math.round(chf * 100) - chf * 100) < 1e-6, "an amount has at most two decimals"),
  v.transform(fromChf),
);
const Binding = v.picklist(BINDING_CODES);
const Duration = v.picklist(TV_DURATIONS);
const Features = v.pipe(v.array(v.strictObject({ icon: v.picklist(FEATURE_ICONS), text: LocalText })), v.maxLength(8));

const MobileTariffFile = v.strictObject({
  code: Code,
  name: Name,
  kind: v.picklist(["postpaid", "simOnly", "prepaid"]),
  features: Features,
  prices: v.pipe(
    v.array(v.strictObject({ binding: Binding, price: Money, oldPrice: v.optional(v.nullable(Money), null) })),
    v.minLength(1),
  ),
  activation: v.optional(v.nullable(v.strictObject({ amount: Money, due: v.picklist(["bill", "now"]) })), null),
  bonusTv: v.optional(v.array(v.strictObject({ tvTariff: Code, duration: Duration, priceEur: Money })), []),
  actionText: v.optional(v.nullable(LocalText), null),
  additionalActionText: v.optional(v.nullable(LocalText), null),
});

const TvTariffFile = v.strictObject({
  code: Code,
  name: Name,
  postpaid: v.boolean(),
  features: Features,
  prices: v.pipe(v.array(v.strictObject({ duration: Duration, price: Money })), v.minLength(1)),
  includedBoxes: v.optional(v.array(v.picklist(BOX_CODES)), []),
});

const DeviceFile = v.strictObject({
  code: Code,
  name: Name,
  summary: LocalText,
  defaultTariff: Code,
  instalment: Money,
  instalments: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)), 24),
  ura: Money,
  downPayment: v.optional(Money, 0),
  stock: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  externalCheckoutUrl: v.optional(
    v.nullable(v.pipe(v.string(), v.regex(/^https:\/\//, "an address starts with https://"))),
    null,
  ),
  details: v.strictObject(v.entriesFromList(DEVICE_DETAILS, Name)),
  art: Code,
});

const BundleFile = v.strictObject({
  code: Code,
  family: v.picklist(["mobile", "tv"]),
  name: LocalText,
  description: LocalText,
  monthly: v.nullable(Money),
  oneTime: v.optional(Money, 0),
});

const ExtrasFile = v.strictObject({
  boxes: v.array(v.strictObject({ code: v.picklist(BOX_CODES), name: LocalText, monthly: Money, oneTime: Money })),
  insurance: Money,
  postBillFee: Money,
});

/** File name to schema: the catalogue folder holds exactly these. */
export const CATALOGUE_FILES = {
  "mobile-tariffs.json": v.array(MobileTariffFile),
  "tv-tariffs.json": v.array(TvTariffFile),
  "devices.json": v.array(DeviceFile),
  "bundles.json": v.array(BundleFile),
  "extras.json": ExtrasFile,
} as const;

export type CatalogueFiles = { [File in keyof typeof CATALOGUE_FILES]: v.InferOutput<(typeof CATALOGUE_FILES)[File]> };

export function toCatalogue(files: CatalogueFiles): Catalogue {
  const mobileTariffs: readonly MobileTariff[] = files["mobile-tariffs.json"];
  const tvTariffs: readonly TvTariff[] = files["tv-tariffs.json"];
  const devices: readonly Device[] = files["devices.json"];
  const bundles: readonly Bundle[] = files["bundles.json"];
  return { mobileTariffs, tvTariffs, devices, bundles, ...files["extras.json"] };
}
