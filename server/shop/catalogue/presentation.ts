import { SIM_TYPE } from "#core/checkout-record/sim-type.ts";
import type { AnswerOf, ReadBodyOf } from "#contract/shop/calls.ts";
import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import type { FeeCode, Line, LineKind } from "#core/price/lines.ts";
import type { Locale, LocalText } from "#core/text/locale.ts";
import { inChf, toChf, type Rappen } from "#core/money/money.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { serverText, type ServerText } from "#server/platform/texts/texts.ts";
import { features } from "./shop-window.ts";

/** Returns the name, features and monthly price of a mobile or TV tariff with the requested binding. */
export function presentTariff(
  request: ReadBodyOf<"presentation">,
  catalogue: Catalogue,
  locale: Locale,
): Result<AnswerOf<"presentation">, "invalidFields"> {
  const mobile = byCode(catalogue.mobileTariffs, request.tariff);
  const tv = byCode(catalogue.tvTariffs, request.tariff);
  const record: CheckoutRecord = mobile
    ? { type: "Tariff", tariff: mobile.code, ...(request.binding ? { binding: request.binding } : {}) }
    : { type: "TV Tariff", tv_tariff: request.tariff };
  const tariff = mobile ?? tv;
  if (!tariff) return fail("invalidFields", { fields: { tariff: "unknown" } });
  const quote = quoteFor(record, catalogue);
  if (!quote) return fail("invalidFields", { fields: { binding: "notTogether" } });
  const price = quote.lines[0]?.recursivePriceBilling ?? 0;
  return ok({
    body: { name: tariff.name, description_items: features(tariff.features, locale) },
    price: toChf(price),
  });
}

/**
 * Returns TV options: for a mobile tariff, "no TV" and its bonus options; for a TV tariff, its durations (wire,
 * Presentation).
 */
export function tvOptions(code: string, catalogue: Catalogue, locale: Locale): AnswerOf<"tvOptions"> | null {
  const nameOf = (tariff: string) => byCode(catalogue.tvTariffs, tariff)?.name ?? tariff;
  const mobile = byCode(catalogue.mobileTariffs, code);
  if (mobile) {
    const options = mobile.bonusTv.map((bonus) => ({
      code: bonus.tvTariff,
      name: nameOf(bonus.tvTariff),
      duration: bonus.duration,
      price: toChf(listPrice(bonus.tvTariff, bonus.duration, catalogue)),
      priceEur: toChf(bonus.priceEur),
    }));
    return options.length > 0 ? [{ code: "", name: serverText(locale, "noTv") }, ...options] : [];
  }
  const tv = byCode(catalogue.tvTariffs, code);
  if (!tv) return null;
  // The shopper can switch between postpaid tariffs, but neither from nor to a prepaid one.
  const offered = tv.postpaid ? catalogue.tvTariffs.filter((each) => each.postpaid) : [tv];
  return offered.flatMap((each) =>
    each.prices.map((price) => ({
      code: each.code,
      name: each.name,
      duration: price.duration,
      price: toChf(each.postpaid ? price.price : Math.round(price.price / price.duration)),
    })),
  );
}

function listPrice(tariff: string, duration: number, catalogue: Catalogue): Rappen {
  return byCode(catalogue.tvTariffs, tariff)?.prices.find((price) => price.duration === duration)?.price ?? 0;
}

/** Returns the bundles for a mobile tariff (`1`) or a TV tariff (`0`). The client hides bundles without `total`. */
export function bundleOptions(
  tariff: string,
  family: string,
  catalogue: Catalogue,
  locale: Locale,
): AnswerOf<"bundles"> | null {
  if (!sellsTariff(tariff, family, catalogue)) return null;
  return catalogue.bundles
    .filter((bundle) => bundle.family === (family === "1" ? "mobile" : "tv"))
    .map((bundle) => ({
      code: bundle.code,
      name: bundle.name[locale],
      description: bundle.description[locale],
      ...(bundle.monthly === null ? {} : { total: toChf(bundle.monthly) }),
      oneTime: toChf(bundle.oneTime),
    }));
}

function sellsTariff(tariff: string, family: string, catalogue: Catalogue): boolean {
  if (family === "1") return byCode(catalogue.mobileTariffs, tariff) !== undefined;
  return family === "0" && byCode(catalogue.tvTariffs, tariff) !== undefined;
}

/** Returns the price of a device with a tariff: the top action of a landing page. */
export function topAction(
  request: ReadBodyOf<"topAction">,
  catalogue: Catalogue,
): Result<AnswerOf<"topAction">, "invalidFields"> {
  const tariff = byCode(catalogue.mobileTariffs, request.tariff);
  const device = byCode(catalogue.devices, request.mobile);
  if (!tariff) return fail("invalidFields", { fields: { tariff: "unknown" } });
  if (!device) return fail("invalidFields", { fields: { mobile: "unknown" } });
  const quote = quoteFor(
    {
      type: "Tariff",
      tariff: tariff.code,
      mobile: device.code,
      ...(request.binding ? { binding: request.binding } : {}),
    },
    catalogue,
  );
  const line = quote?.lines[0];
  if (!quote || !line) return fail("invalidFields", { fields: { mobile: "notTogether" } });
  const price = line.price ?? 0;
  return ok({
    mobile: { code: device.code, name: device.name, price: toChf(device.instalment), oldPrice: null },
    tariff: {
      code: tariff.code,
      name: tariff.name,
      price: toChf(price),
      oldPrice: line.oldPrice ? toChf(line.oldPrice) : null,
    },
    price: toChf(price + device.instalment),
  });
}

/** The text key for the name of each fee. A fee without one is a type error. */
const FEE_NAMES = {
  insurance: "line.insurance",
  postBill: "line.postBill",
  deposit: "line.deposit",
} as const satisfies Record<FeeCode, ServerText>;

type NamedBy = (code: string, catalogue: Catalogue, locale: Locale, simType: string) => string | undefined;
const productName =
  (list: "mobileTariffs" | "tvTariffs" | "devices"): NamedBy =>
  (code, catalogue) =>
    byCode<{ readonly code: string; readonly name: string }>(catalogue[list], code)?.name;
const addOnName =
  (list: "bundles" | "boxes"): NamedBy =>
  (code, catalogue, locale) =>
    byCode<{ readonly code: string; readonly name: LocalText }>(catalogue[list], code)?.name[locale];

/** The names of the SIM, by chosen type; before the choice, it can be either. */
const SIM_NAMES: Readonly<Record<string, ServerText>> = {
  [SIM_TYPE.card]: "line.simCard",
  [SIM_TYPE.esim]: "line.esim",
};

/** How each kind of line is named. */
const LINE_NAMES: { readonly [Kind in LineKind]: NamedBy } = {
  mobileTariff: productName("mobileTariffs"),
  tVTariff: productName("tvTariffs"),
  device: productName("devices"),
  tVdevice: addOnName("boxes"),
  box: addOnName("boxes"),
  bundle: addOnName("bundles"),
  sIM: (_code, _catalogue, locale, simType) => serverText(locale, SIM_NAMES[simType] ?? "line.sim"),
  other: (code, _catalogue, locale) => (isFee(code) ? serverText(locale, FEE_NAMES[code]) : undefined),
};
const isFee = (code: string): code is FeeCode => code in FEE_NAMES;

/**
 * Returns who insures a device, and the customer's excess per claim (VVG Art. 3); null if the catalogue names no
 * insurer.
 */
export function insurerNote({ insurer }: Pick<Catalogue, "insurer">, locale: Locale): string | null {
  if (!insurer) return null;
  const { name, excess } = insurer;
  if (excess === null) return serverText(locale, "line.insurer", { name });
  return serverText(locale, "line.insurerAndExcess", { name, amount: inChf(excess) });
}

/**
 * Returns the name of a line in a language, for responses, e-mails and events; its code if the catalogue no longer has
 * it. `simType`: the chosen SIM; empty before the choice.
 */
export function lineName(
  { kind, code, ...line }: Pick<Line, "kind" | "code"> & { readonly name?: LocalText },
  catalogue: Catalogue,
  locale: Locale,
  simType = "",
): string {
  if (line.name) return line.name[locale];
  return LINE_NAMES[kind](code, catalogue, locale, simType) ?? code;
}
