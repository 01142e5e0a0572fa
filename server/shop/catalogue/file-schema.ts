import * as v from "valibot";
import { isCountry } from "#core/address/countries.ts";
import { EU_ZONE } from "#core/address/zones.ts";
import { UNLIMITED } from "#core/catalogue/allowance.ts";
import {
  DEVICE_DETAILS,
  FEATURE_ICONS,
  type Bundle,
  type Catalogue,
  type Device,
  type MobileTariff,
  type TvTariff,
} from "#core/catalogue/catalogue.ts";
import { parseDay } from "#core/time/dates.ts";
import { ALTERNATIVES, BINDING, BINDING_CODES, BOX_CODES, TV_DURATIONS } from "#core/catalogue/codes.ts";
import { LOCALES } from "#core/text/locale.ts";
import { fromChf, type Rappen, isWholeRappen } from "#core/money/money.ts";

/**
 * The catalogue files as the operator writes them: amounts in CHF with at most two decimals, and every text in five
 * languages.
 */
const Code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/, "a code can only contain letters, digits, - and _"));
const OwnCode = v.pipe(Code, v.description("Unique in the catalogue: 1 to 32 letters, digits, - or _."));
const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const OwnName = v.pipe(Name, v.description("The same in every language, at most 80 characters."));
const LocalText = v.strictObject(v.entriesFromList(LOCALES, v.pipe(v.string(), v.minLength(1, "a text is missing"))));
/**
 * Returns the schema of an amount in CHF, which is read into Rappen. The description comes before the transformation,
 * because the JSON Schema would otherwise lose it.
 */
const money = (about: string) =>
  v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(100_000),
    v.check(isWholeRappen, "an amount has at most two decimals"),
    v.description(about),
    v.transform((chf): Rappen => fromChf(chf)),
  );
const Binding = v.pipe(
  v.picklist(BINDING_CODES),
  v.description(`The contract's binding: ${BINDING.long} is 24 months, ${BINDING.monthly} is 1 month.`),
);
const Duration = v.pipe(v.picklist(TV_DURATIONS), v.description("How long the contract runs, in months."));
const Feature = v.strictObject({
  icon: v.pipe(v.picklist(FEATURE_ICONS), v.description("The picture next to the text.")),
  text: v.pipe(LocalText, v.description("A few words.")),
});
const Features = v.pipe(v.array(Feature), v.maxLength(8), v.description("What the tariff offers, at most 8 lines."));

const PeriodDay = (about: string) =>
  v.pipe(
    v.optional(
      v.nullable(
        v.pipe(
          v.string(),
          v.check((text) => parseDay(text) !== null, "a day is written as 2026-12-01"),
        ),
      ),
      null,
    ),
    v.description(about),
  );
/** Amounts that replace those of the entry during a period. */
const periods = <Amounts extends v.ObjectEntries>(amounts: Amounts) =>
  v.pipe(
    v.optional(
      v.array(
        v.strictObject({
          from: PeriodDay("The first day, such as 2026-12-01 (Swiss time); null: from the beginning."),
          until: PeriodDay("The last day; null: without end."),
          ...amounts,
        }),
      ),
      [],
    ),
    v.description("Other amounts for some days."),
  );

const PRICE = "CHF a month: on the bill, or due now for a prepaid tariff.";
const offer = {
  oldPrice: v.optional(v.nullable(money("CHF a month before the current offer; null where there is no offer.")), null),
  actionMonths: v.pipe(
    v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60))), null),
    v.description("Duration of the offer in months, then oldPrice applies; null: the contract's binding."),
  ),
};
const BindingPriceFile = v.strictObject({
  binding: Binding,
  price: money(PRICE),
  ...offer,
  periods: periods({ price: money(PRICE), ...offer }),
});
const ActivationFile = v.strictObject({
  amount: money("CHF, once."),
  periods: periods({ amount: money("CHF, once; 0 waives it.") }),
  due: v.pipe(
    v.picklist(["bill", "now"]),
    v.description("On the first bill, or now at the checkout. Prepaid is always now."),
  ),
});
const BonusTvFile = v.strictObject({
  tvTariff: v.pipe(Code, v.description("The code of a tariff in tv-tariffs.json.")),
  duration: Duration,
  priceEur: money("Its price in euro a month, shown for comparison and never charged."),
});

/** Absent if false, so that catalogues from before this field existed stay identical. */
const PoBox = v.pipe(
  v.optional(v.boolean(), false),
  v.description("Whether its letters can be sent to a P.O. box. Parcels cannot."),
  v.transform((allowed) => allowed || undefined),
);

/** Absent if false, like `PoBox`. */
const MostChosen = v.pipe(
  v.optional(v.boolean(), false),
  v.description(
    "Whether the shop may say that most customers choose it, which you must be able to prove (UWG Art. 3).",
  ),
  v.transform((chosen) => chosen || undefined),
);

const volume = (about: string) =>
  v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100_000), v.description(about)));
const INCLUDED = {
  dataGb: volume("Gigabytes a month."),
  minutes: volume("Minutes of calls a month."),
  unlimited: v.pipe(v.optional(v.array(v.picklist(UNLIMITED))), v.description("What is included without a limit.")),
};
const Country = v.pipe(
  v.string(),
  v.check((code) => code === EU_ZONE || isCountry(code), "a country is a code such as FR, or EU"),
);
const ZoneFile = v.strictObject({
  countries: v.pipe(v.array(Country), v.minLength(1), v.description("Codes such as FR, or EU for all its members.")),
  ...INCLUDED,
});
/** Absent if the file does not have it, so that catalogues from before this field existed stay identical. */
const AllowanceFile = v.pipe(
  v.optional(
    v.strictObject({
      ...INCLUDED,
      abroad: v.pipe(
        v.array(ZoneFile),
        v.description("What is included abroad, zone by zone; an empty list: nothing."),
      ),
    }),
  ),
  v.description("What it includes, so that assistants can compare. Texts are not read for that."),
);

const MobileTariffFile = v.strictObject({
  code: OwnCode,
  name: OwnName,
  kind: v.pipe(
    v.picklist(["postpaid", "simOnly", "prepaid"]),
    v.description(
      "postpaid is billed and can include a device; simOnly is billed without one; prepaid is paid now, without a bill.",
    ),
  ),
  features: Features,
  prices: v.pipe(
    v.array(BindingPriceFile),
    v.minLength(1),
    v.description("A price for each binding that is offered; the first is the default."),
  ),
  activation: v.pipe(v.optional(v.nullable(ActivationFile), null), v.description("The activation fee; null for none.")),
  bonusTv: v.pipe(
    v.optional(v.array(BonusTvFile), []),
    v.description("TV options, of which the shopper can choose one for CHF 0."),
  ),
  actionText: v.pipe(v.optional(v.nullable(LocalText), null), v.description("Describes the offer, next to oldPrice.")),
  additionalActionText: v.pipe(
    v.optional(v.nullable(LocalText), null),
    v.description("A second line below actionText."),
  ),
  esimProfile: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,64}$/, "1 to 64 ASCII characters"))), null),
    v.description("The type of its eSIM profile at the SM-DP+; null: ES2PLUS_PROFILE_TYPE."),
  ),
  allowance: AllowanceFile,
  mostChosen: MostChosen,
  poBox: PoBox,
});

const TvPriceFile = v.strictObject({
  duration: Duration,
  price: money("CHF a month for a billed tariff; CHF for the whole duration for a prepaid one."),
  priceAfter: v.optional(
    money("CHF a month after the duration of a billed tariff, while the contract goes on; absent: the price stays."),
  ),
  periods: periods({ price: money("As price.") }),
});

const TvTariffFile = v.strictObject({
  code: OwnCode,
  name: OwnName,
  postpaid: v.pipe(
    v.boolean(),
    v.description("true: on the monthly bill. false: prepaid, due now for the whole duration."),
  ),
  features: Features,
  prices: v.pipe(
    v.array(TvPriceFile),
    v.minLength(1),
    v.description("A price for each duration that is offered. A prepaid tariff is sold only for the first one."),
  ),
  includedBoxes: v.pipe(
    v.optional(v.array(v.picklist(BOX_CODES)), []),
    v.description("Set-top boxes that come with it at no charge; the shopper cannot remove them."),
  ),
  poBox: PoBox,
});

const DetailsFile = v.pipe(
  v.strictObject(v.entriesFromList(DEVICE_DETAILS, v.union([Name, LocalText]))),
  v.description(
    "Technical details; all are needed. Each is one text for every language, or a text in every language where they differ.",
  ),
);

const DeviceFile = v.strictObject({
  code: OwnCode,
  name: OwnName,
  summary: v.pipe(LocalText, v.description("One line below the name, such as memory and screen size.")),
  defaultTariff: v.pipe(
    Code,
    v.description(
      `The tariff it is sold with: a postpaid one of mobile-tariffs.json with a price for ${BINDING.long}.`,
    ),
  ),
  instalment: money("CHF a month on the bill, without the copyright levy."),
  instalments: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)), 24),
    v.description("The number of monthly instalments."),
  ),
  ura: money("The copyright levy (URA) in CHF, once on the first bill."),
  downPayment: v.optional(money("CHF due now at the checkout."), 0),
  periods: periods({
    instalment: v.optional(money("As instalment; without it, that of the entry.")),
    downPayment: v.optional(money("As downPayment; without it, that of the entry.")),
  }),
  stock: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    v.description(
      "Initial stock of an article that is new to the shop; afterwards `kasse stock` and the warehouse determine it. null: not counted.",
    ),
  ),
  esim: v.pipe(
    v.optional(v.boolean(), true),
    v.description("Whether it supports eSIM. false: the buyer gets a SIM card without being asked."),
  ),
  externalCheckoutUrl: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(), v.regex(/^https:\/\//, "an address starts with https://"))), null),
    v.description("The URL that the buy button opens if it is sold elsewhere. null: sold here."),
  ),
  details: DetailsFile,
  art: v.pipe(Code, v.description("The colour of its drawing: amber, blue, green, rose, slate or violet.")),
});

const BundleFile = v.strictObject({
  code: OwnCode,
  family: v.pipe(v.picklist(["mobile", "tv"]), v.description("Which tariffs it can be added to.")),
  name: v.pipe(LocalText, v.description("Its name.")),
  description: v.pipe(LocalText, v.description("One line about it.")),
  allowance: AllowanceFile,
  monthly: v.nullable(money("CHF a month; null: no longer sold, and hidden.")),
  oneTime: v.optional(money("CHF once: on the first bill, or now where the tariff is prepaid."), 0),
  periods: periods({
    monthly: v.optional(v.nullable(money("As monthly; without it, that of the entry."))),
    oneTime: v.optional(money("As oneTime; without it, that of the entry.")),
  }),
});

const BoxFile = v.strictObject({
  code: v.pipe(v.picklist(BOX_CODES), v.description("Both boxes must be in the list.")),
  name: v.pipe(LocalText, v.description("Its name.")),
  monthly: money("CHF a month; a prepaid tariff charges all months now."),
  oneTime: money("CHF once: on the first bill, or now where the tariff is prepaid."),
  periods: periods({
    monthly: v.optional(money("As monthly; without it, that of the entry.")),
    oneTime: v.optional(money("As oneTime; without it, that of the entry.")),
  }),
});

const ExtrasFile = v.strictObject({
  boxes: v.pipe(v.array(BoxFile), v.description("The set-top boxes that a TV tariff can have.")),
  insurance: money("Device insurance, CHF a month."),
  insuranceVatExempt: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Whether its premiums are exempt from VAT, which depends on the insurer."),
  ),
  insurer: v.pipe(
    v.optional(
      v.strictObject({
        name: v.pipe(v.string(), v.minLength(1, "a text is missing"), v.description("Its name and seat.")),
        excess: v.optional(money("The customer's excess for each claim, CHF; none if absent.")),
      }),
    ),
    v.description("The insurer of devices, shown next to the insurance and in the agreement (VVG Art. 3)."),
  ),
  postBillFee: money("The fee for a bill by post, CHF a month."),
  refusal: v.pipe(
    v.optional(
      v.strictObject({
        alternatives: v.pipe(
          v.array(v.picklist(ALTERNATIVES)),
          v.description(
            "`prepaid`: a prepaid tariff of the nearest price; `simOnly`: a tariff without a device; `deviceInFull`: the device paid at the checkout; `deposit`.",
          ),
        ),
        deposit: v.optional(money("The deposit payable at the checkout, CHF; none if absent.")),
      }),
    ),
    v.description("What shoppers who are refused credit can buy instead; without it, only a person can decide."),
  ),
});

/** A file that is a list, either alone, or inside an object that also has the URL of its schema. */
type ListFile = {
  readonly list: "mobileTariffs" | "tvTariffs" | "devices" | "bundles";
  readonly entry: v.GenericSchema;
  readonly about: string;
};

const SchemaAddress = v.pipe(v.optional(v.string()), v.description("The URL of this schema, for editors."));

/** The lists by file name. The catalogue folder contains exactly these files and `extras.json`. */
export const CATALOGUE_LISTS = {
  "mobile-tariffs.json": {
    list: "mobileTariffs",
    entry: MobileTariffFile,
    about: "Mobile tariffs, in the order of the shop.",
  },
  "tv-tariffs.json": { list: "tvTariffs", entry: TvTariffFile, about: "TV tariffs, in the order of the shop." },
  "devices.json": { list: "devices", entry: DeviceFile, about: "Devices, in the order of the shop." },
  "bundles.json": { list: "bundles", entry: BundleFile, about: "Add-on bundles, in the order of the shop." },
} as const satisfies Record<string, ListFile>;
export const EXTRAS_FILE = "extras.json";

type ListFileName = keyof typeof CATALOGUE_LISTS;
export type CatalogueFileName = ListFileName | typeof EXTRAS_FILE;
export const CATALOGUE_FILES: readonly CatalogueFileName[] = [
  ...(Object.keys(CATALOGUE_LISTS) as ListFileName[]),
  EXTRAS_FILE,
];

/** Returns the schema of a file, including the URL of its JSON Schema, which editors use. */
export function fileSchema(name: CatalogueFileName): v.GenericSchema {
  if (name === EXTRAS_FILE) return v.strictObject({ $schema: SchemaAddress, ...ExtrasFile.entries });
  const { list, entry, about } = CATALOGUE_LISTS[name];
  const entries = v.pipe(v.array(entry as v.GenericSchema), v.description(about));
  return v.strictObject({ $schema: SchemaAddress, [list]: entries });
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
  return { mobileTariffs, tvTariffs, devices, bundles, ...extrasOf(files["extras.json"]) };
}

const extrasOf = ({
  boxes,
  insurance,
  insuranceVatExempt,
  insurer,
  postBillFee,
  refusal,
}: CatalogueFiles["extras.json"]) => ({
  boxes,
  insurance,
  insuranceVatExempt,
  ...(insurer && { insurer: { name: insurer.name, excess: insurer.excess ?? null } }),
  postBillFee,
  ...(refusal && { refusal: { alternatives: refusal.alternatives, deposit: refusal.deposit ?? null } }),
});
