import { isEnough, volumeOf, type Allowance, type Volume } from "#core/catalogue/allowance.ts";
import { byCode, type Bundle, type MobileTariff } from "#core/catalogue/catalogue.ts";
import { inChf, type Rappen } from "#core/money/money.ts";
import type { Quote } from "#core/price/pricing.ts";
import { billingAfter, totalOver } from "#core/price/contract-terms.ts";
import { quoted } from "#server/shop/catalogue/costs.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { nothing, success, type Answer } from "../answer.ts";
import { goodsOf, type Goods, type Variant } from "../catalogue/goods.ts";
import { CURRENCY, productOf, type Window } from "../catalogue/product.ts";
import { telecomPrices } from "../catalogue/telecom-prices.ts";
import { countryName } from "./country-names.ts";
import type { CompareRequest } from "./requests.ts";
import { coveringBundles, mobileBundles, type Abroad } from "./roaming.ts";

const DEFAULT_MONTHS = 24;
/** Days of a month, for the share of data that is used abroad. */
const MONTH_DAYS = 30;

/** `unknown`: the catalogue does not say it, so only a person can find out. */
type Verdict = "yes" | "unknown" | "no";
type Reason = { readonly about: string; readonly fits: Verdict; readonly content: string };
type Wanted = Omit<CompareRequest, "months" | "abroad"> & {
  readonly months: number;
  /** `isSaid`: how much data is needed there is known. */
  readonly abroad: (Abroad & { readonly isSaid: boolean }) | null;
};

/**
 * Compares the mobile tariffs for a use: those that fit first, then those of which the catalogue does not say enough,
 * then the others, each by what it costs over the months, with the add-ons that the use needs.
 */
export function compareTariffs(request: CompareRequest, window: Window): Answer {
  const { catalogue, locale } = window;
  const wanted = wantedBy(request);
  const compared = goodsOf(catalogue).flatMap((goods) => {
    const isAsked = request.device === undefined ? goods.kind === "mobile" : goods.id === `device:${request.device}`;
    return isAsked ? goods.variants.flatMap((variant) => rowOf(goods, variant, wanted, window)) : [];
  });
  // An unknown device, or one that is not sold with this kind of tariff.
  if (compared.length === 0) return nothing("not_found", serverText(locale, "agents.unavailable"), window.publicUrl);
  const order: Readonly<Record<Verdict, number>> = { yes: 0, unknown: 1, no: 2 };
  return success({
    currency: CURRENCY,
    months: wanted.months,
    ...(wanted.abroad?.isSaid && { abroad_data_gb: wanted.abroad.wanted }),
    tariffs: compared.toSorted((one, other) => order[one.fits] - order[other.fits] || one.total - other.total),
  });
}

function wantedBy({ months = DEFAULT_MONTHS, abroad, ...rest }: CompareRequest): Wanted {
  const countries = abroad?.countries.filter((code) => code !== "CH") ?? [];
  if (!abroad || countries.length === 0) return { ...rest, months, abroad: null };
  const wanted = abroad.data_gb ?? shareOf(rest.data_gb, abroad.days);
  return { ...rest, months, abroad: { countries, wanted: wanted ?? 0, isSaid: wanted !== null } };
}

/** Returns the share of a month's data for some days, in tenths of a gigabyte; null if it cannot be known. */
function shareOf(dataGb: Volume | undefined, days: number | undefined): number | null {
  if (typeof dataGb !== "number" || days === undefined) return null;
  return Math.ceil((dataGb * days * 10) / MONTH_DAYS) / 10;
}

function rowOf(goods: Goods, variant: Variant, wanted: Wanted, window: Window) {
  const { catalogue, locale } = window;
  const tariff = byCode(catalogue.mobileTariffs, variant.record.tariff);
  if (!tariff) return [];
  if (wanted.kind !== undefined && (tariff.kind === "prepaid") !== (wanted.kind === "prepaid")) return [];
  const { bundles, quote, total } = cheapest(variant, tariff, wanted, window);
  const prices = telecomPrices(quote, catalogue);
  const monthly = highestMonthly(quote, wanted.months, window);
  const [product] = productOf(goods, [variant], window).variants;
  const reasons = [
    ...volumeReasons(tariff.allowance, wanted, window),
    ...abroadReasons(tariff.allowance, bundles, wanted, window),
    ...termReasons(prices.minimum_term_months ?? 1, wanted, window),
    ...priceReasons(monthly, wanted, window),
  ];
  const fits: Verdict = (["no", "unknown"] as const).find((each) => reasons.some((one) => one.fits === each)) ?? "yes";
  return [
    {
      variant: variant.id,
      title: product?.title ?? goods.name,
      kind: tariff.kind,
      available: product?.availability.available ?? false,
      fits,
      reasons,
      bundles: (bundles ?? []).map(({ code, name }) => ({ code, name: name[locale] })),
      prices,
      highest_monthly: monthly,
      total,
    },
  ];
}

type Priced = { readonly bundles: readonly Bundle[] | null; readonly quote: Quote; readonly total: Rappen };

/** Returns the cheapest way to reach what is wanted abroad; without add-ons, `bundles` null, if there is none. */
function cheapest(
  { record }: Variant,
  { allowance }: MobileTariff,
  { abroad, months }: Wanted,
  window: Window,
): Priced {
  const { catalogue } = window;
  const sets = abroad ? coveringBundles(abroad, allowance, mobileBundles(catalogue)) : [[]];
  const priced = (bundles: readonly Bundle[] | null): Priced => {
    const quote = quoted({ ...record, bundles: (bundles ?? []).map(({ code }) => code) }, catalogue);
    return { bundles, quote, total: costOver(months, quote, window) };
  };
  const [first] = sets.map(priced).toSorted((one, other) => one.total - other.total);
  return first ?? priced(null);
}

/**
 * Returns what a quote costs over some months, in Rappen. Prepaid is paid again each month, without what was paid once.
 */
function costOver(months: number, quote: Quote, { catalogue }: Window): Rappen {
  if (quote.postpaid) return totalOver(months, quote, catalogue);
  return quote.dueNow + (months - 1) * renewal(quote, { catalogue });
}

/** Returns what a further month of a prepaid quote costs, in Rappen. */
function renewal({ lines, dueNow }: Quote, { catalogue }: Pick<Window, "catalogue">): Rappen {
  const once = lines.map(({ kind, code, activationOneTimePriceNow = 0 }) =>
    kind === "bundle" ? (byCode(catalogue.bundles, code)?.oneTime ?? 0) : activationOneTimePriceNow,
  );
  return dueNow - once.reduce((sum, each) => sum + each, 0);
}

/** Returns the highest monthly amount within some months, in Rappen. */
function highestMonthly(quote: Quote, months: number, { catalogue }: Window): Rappen {
  if (!quote.postpaid) return renewal(quote, { catalogue });
  return Math.max(...Array.from({ length: months }, (_, paid) => billingAfter(paid, quote, catalogue)));
}

function volumeReasons(allowance: Allowance | undefined, wanted: Wanted, { locale }: Window): readonly Reason[] {
  const wishes = [
    ["data", allowance ? volumeOf(allowance, "data") : null, wanted.data_gb],
    ["minutes", allowance ? volumeOf(allowance, "calls") : null, wanted.minutes],
  ] as const;
  return wishes.flatMap(([about, has, wish]): readonly Reason[] => {
    if (wish === undefined) return [];
    if (has === null) return [{ about, fits: "unknown", content: serverText(locale, "agents.use.unknown", { about }) }];
    const fits = wish === 0 || isEnough(has, wish) ? "yes" : "no";
    return [{ about, fits, content: serverText(locale, `agents.use.${about}`, { amount: String(has) }) }];
  });
}

function abroadReasons(
  allowance: Allowance | undefined,
  bundles: readonly Bundle[] | null,
  { abroad }: Wanted,
  { catalogue, locale }: Window,
): readonly Reason[] {
  if (!abroad) return [];
  const about = "abroad";
  const countries = abroad.countries.map((code) => countryName(code, locale)).join(", ");
  const names = (bundles ?? []).map(({ name }) => name[locale]).join(", ");
  // Some data is included there, but nobody said how much is needed.
  if (bundles !== null && !abroad.isSaid) {
    const content = serverText(locale, names === "" ? "agents.use.abroadSome" : "agents.use.abroadSomeWith", {
      countries,
      names,
    });
    return [{ about, fits: "unknown", content }];
  }
  if (bundles !== null && names !== "")
    return [{ about, fits: "yes", content: serverText(locale, "agents.use.abroadWith", { countries, names }) }];
  if (bundles !== null)
    return [{ about, fits: "yes", content: serverText(locale, "agents.use.abroad", { countries }) }];
  const isSaid = saysAbroad(allowance) && mobileBundles(catalogue).every((each) => saysAbroad(each.allowance));
  return isSaid
    ? [{ about, fits: "no", content: serverText(locale, "agents.use.notAbroad", { countries }) }]
    : [{ about, fits: "unknown", content: serverText(locale, "agents.use.unknown", { about }) }];
}

/** Returns whether the operator has said how much data is included abroad. */
const saysAbroad = (allowance: Allowance | undefined): boolean =>
  allowance?.abroad.every((zone) => volumeOf(zone, "data") !== null) ?? false;

function termReasons(term: number, { months }: Wanted, { locale }: Window): readonly Reason[] {
  if (term <= months) return [];
  return [{ about: "term", fits: "no", content: serverText(locale, "agents.use.term", { months: term }) }];
}

function priceReasons(monthly: Rappen, { max_monthly: most }: Wanted, { locale }: Window): readonly Reason[] {
  if (most === undefined) return [];
  const content = serverText(locale, "agents.use.monthly", { amount: inChf(monthly) });
  return [{ about: "monthly", fits: monthly <= most ? "yes" : "no", content }];
}
