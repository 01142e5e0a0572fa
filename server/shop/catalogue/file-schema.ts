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

/** A file that is a list: in an object beside the address of its schema, or alone. */
type ListFile = {
  readonly list: "mobileTariffs" | "tvTariffs" | "devices" | "bundles";
  readonly entry: v.GenericSchema;
};

const SchemaAddress = v.optional(v.string());

/** File name to its contents: the catalogue folder holds exactly these. */
export const CATALOGUE_LISTS = {
  "mobile-tariffs.json": { list: "mobileTariffs", entry: MobileTariffFile },
  "tv-tariffs.json": { list: "tvTariffs", entry: TvTariffFile },
  "devices.json": { list: "devices", entry: DeviceFile },
  "bundles.json": { list: "bundles", entry: BundleFile },
} as const satisfies Record<string, ListFile>;
export const EXTRAS_FILE = "extras.json";

export type ListFileName = keyof typeof CATALOGUE_LISTS;
export type CatalogueFileName = ListFileName | typeof EXTRAS_FILE;
export const CATALOGUE_FILES: readonly CatalogueFileName[] = [
  ...(Object.keys(CATALOGUE_LISTS) as ListFileName[]),
  EXTRAS_FILE,
];

/** What a file holds, with the address of its JSON Schema for editors; a list may stand without the object around it. */
export function fileSchema(name: CatalogueFileName): v.GenericSchema {
  if (name === EXTRAS_FILE) return v.strictObject({ $schema: SchemaAddress, ...ExtrasFile.entries });
  const { list, entry } = CATALOGUE_LISTS[name];
  return v.strictObject({ $schema: SchemaAddress, [list]: v.array(entry as v.GenericSchema) });
}

export type CatalogueFiles = {
  readonly "mobile-tariffs.json": { readonly mobileTariffs: v.InferOutput<typeof MobileTariffFile>[] };
  readonly "tv-tariffs.json": { readonly tvTariffs: v.InferOutput<typeof TvTariffFile>[] };
  readonly "devices.json": { readonly devices: v.InferOutput<typeof DeviceFile>[] };
  readonly "bundles.json": { readonly bundles: v.InferOutput<typeof BundleFile>[] };
  readonly "extras.json": v.InferOutput<typeof ExtrasFile>;
};

export function toCatalogue(files: CatalogueFiles): Catalogue {
  const { mobileTariffs }: { mobileTariffs: readonly MobileTariff[] } = files["mobile-tariffs.json"];
  const { tvTariffs }: { tvTariffs: readonly TvTariff[] } = files["tv-tariffs.json"];
  const { devices }: { devices: readonly Device[] } = files["devices.json"];
  const { bundles }: { bundles: readonly Bundle[] } = files["bundles.json"];
  const { boxes, insurance, postBillFee } = files["extras.json"];
  return { mobileTariffs, tvTariffs, devices, bundles, boxes, insurance, postBillFee };
}
