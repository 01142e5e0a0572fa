import type { Allowance } from "./allowance.ts";
import type { Alternative, BindingCode, BoxCode, TvDuration } from "./codes.ts";
import type { LocalText } from "../text/locale.ts";
import type { Rappen } from "../money/money.ts";

/** What the operator sells, with amounts in Rappen. It is loaded from the catalogue files and immutable. */
export type Catalogue = {
  readonly mobileTariffs: readonly MobileTariff[];
  readonly tvTariffs: readonly TvTariff[];
  readonly devices: readonly Device[];
  readonly bundles: readonly Bundle[];
  readonly boxes: readonly Box[];
  /** Device insurance, Rappen a month. */
  readonly insurance: Rappen;
  /** Whether premiums are exempt from VAT (MWSTG Art. 21 para. 2 no. 18), which depends on the insurer. */
  readonly insuranceVatExempt?: boolean;
  /**
   * The insurer (name and seat), and the customer's excess per claim in Rappen; null if there is no excess (VVG Art.
   * 3).
   */
  readonly insurer?: { readonly name: string; readonly excess: Rappen | null } | undefined;
  /** Fee for bills by post, Rappen a month (specification 9). */
  readonly postBillFee: Rappen;
  /**
   * What shoppers who are refused credit can buy instead; absent if nothing. `deposit` is in Rappen; null if deposits
   * are not accepted.
   */
  readonly refusal?: { readonly alternatives: readonly Alternative[]; readonly deposit: Rappen | null };
};

export type Feature = { readonly icon: FeatureIcon; readonly text: LocalText };
export const FEATURE_ICONS = [
  "data",
  "calls",
  "sms",
  "speed",
  "roaming",
  "tv",
  "replay",
  "box",
  "clock",
  "sim",
] as const;
type FeatureIcon = (typeof FEATURE_ICONS)[number];

/**
 * Amounts that replace the regular ones for a period. Days are `YYYY-MM-DD` in Switzerland; null if the start or end is
 * open.
 */
export type Period<Amounts> = {
  /** The first day. */
  readonly from: string | null;
  /** The last day. */
  readonly until: string | null;
} & { readonly [Amount in keyof Amounts]?: Amounts[Amount] | undefined };
/** An entry whose amounts can differ during some periods, which do not overlap. */
type InPeriods<Amounts> = Amounts & { readonly periods?: readonly Period<Amounts>[] };

type BindingPrice = { readonly binding: BindingCode } & InPeriods<{
  /** Rappen per month: on the bill for postpaid, due now for prepaid. */
  readonly price: Rappen;
  /** The regular price during a promotion; null without a promotion. */
  readonly oldPrice: Rappen | null;
  /** Months for which a promotional price applies; if absent or null, it applies for the whole binding. */
  readonly actionMonths?: number | null;
}>;

type BonusTv = {
  readonly tvTariff: string;
  readonly duration: TvDuration;
  /** Euro cents, shown for comparison and never charged (decisions 3). */
  readonly priceEur: number;
};

type Letters = {
  /** Whether letters about this product can go to a P.O. box; if absent, they cannot. */
  readonly poBox?: boolean | undefined;
};

export type MobileTariff = {
  readonly code: string;
  readonly name: string;
  /** `simOnly` is postpaid without a device; `prepaid` is paid at the checkout and never billed. */
  readonly kind: "postpaid" | "simOnly" | "prepaid";
  readonly features: readonly Feature[];
  /** The first price is the default. */
  readonly prices: readonly BindingPrice[];
  readonly activation: ({ readonly due: "bill" | "now" } & InPeriods<{ readonly amount: Rappen }>) | null;
  readonly bonusTv: readonly BonusTv[];
  readonly actionText: LocalText | null;
  readonly additionalActionText: LocalText | null;
  /** Whether the operator says that most customers choose it; if absent, it does not. */
  readonly mostChosen?: boolean | undefined;
  /** The type of its eSIM profile at the SM-DP+. If null or absent, the type from the settings applies. */
  readonly esimProfile?: string | null;
  /** What it includes; absent if only its features say it. */
  readonly allowance?: Allowance | undefined;
} & Letters;

export type TvTariff = {
  readonly code: string;
  readonly name: string;
  readonly postpaid: boolean;
  readonly features: readonly Feature[];
  /**
   * For postpaid: Rappen per month for a contract of that duration. For prepaid: Rappen for the whole duration, due
   * now.
   */
  readonly prices: readonly ({
    readonly duration: TvDuration;
    /** For postpaid: Rappen per month after the duration; if absent, the price stays. */
    readonly priceAfter?: Rappen | undefined;
  } & InPeriods<{ readonly price: Rappen }>)[];
  /** Set-top boxes that are included free of charge. */
  readonly includedBoxes: readonly BoxCode[];
} & Letters;

export const DEVICE_DETAILS = [
  "os",
  "chipset",
  "processor",
  "system",
  "weight",
  "memory",
  "camera",
  "battery",
  "screen",
  "network",
  "dimensions",
] as const;
type DeviceDetail = (typeof DEVICE_DETAILS)[number];

export type Device = {
  readonly code: string;
  readonly name: string;
  /** One line to show under the name, such as memory and screen size. */
  readonly summary: LocalText;
  /** The code of the tariff with which the landing page sells the device. */
  readonly defaultTariff: string;
  readonly instalments: number;
  /** Copyright levy (URA) in Rappen, charged once on the first bill. */
  readonly ura: Rappen;
  /**
   * Pieces in stock when the article is first loaded; from then on, the ledger counts (ADR 30). Null if stock is not
   * counted.
   */
  readonly stock: number | null;
  /** Whether the device takes an eSIM. */
  readonly esim: boolean;
  /** The URL that the buy button opens if the device is sold elsewhere; otherwise null. */
  readonly externalCheckoutUrl: string | null;
  /** One text for all languages, or a text for each language. */
  readonly details: Readonly<Record<DeviceDetail, string | LocalText>>;
  readonly art: string;
} & InPeriods<{
  /** Monthly instalment without the copyright levy, Rappen. */
  readonly instalment: Rappen;
  /** Due now at the checkout, Rappen. */
  readonly downPayment: Rappen;
}>;

export type Bundle = {
  readonly code: string;
  readonly family: "mobile" | "tv";
  readonly name: LocalText;
  readonly description: LocalText;
  /** What it adds; absent if only its description says it. */
  readonly allowance?: Allowance | undefined;
} & InPeriods<{
  /** Rappen per month. Null if the bundle is hidden and cannot be bought (specification 3). */
  readonly monthly: Rappen | null;
  readonly oneTime: Rappen;
}>;

type Box = {
  readonly code: BoxCode;
  readonly name: LocalText;
} & InPeriods<{ readonly monthly: Rappen; readonly oneTime: Rappen }>;

/** Returns an entry by its code; undefined if the code is undefined or unknown. */
export function byCode<T extends { readonly code: string }>(
  list: readonly T[],
  code: string | undefined,
): T | undefined {
  return list.find((entry) => entry.code === code);
}
