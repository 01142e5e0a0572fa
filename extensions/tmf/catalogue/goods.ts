import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { tvPriceAfter } from "#core/price/contract-terms.ts";
import { BINDING, BINDING_MONTHS, TV_BINDING_MONTHS, type BindingCode } from "#core/catalogue/codes.ts";
import type { Rappen } from "#core/money/money.ts";
import type { LocalText } from "#core/text/locale.ts";
import { DEFAULT_LOCALE } from "#core/text/locale.ts";

/** A price of what is sold, including VAT. */
export type GoodPrice = {
  readonly name: string;
  /** `recurring`: each month. */
  readonly type: "recurring" | "oneTime";
  readonly rappen: Rappen;
  /** What the price is for, in months: `minimumTerm`, `duration` or `instalments`. */
  readonly terms: readonly { readonly name: string; readonly months: number }[];
  /** A discount on it, in Rappen below zero, for so many months; null for as long as the contract. */
  readonly promotion: { readonly rappen: Rappen; readonly months: number | null } | null;
  /** The price that follows it after so many months, while the contract goes on. */
  readonly later?: { readonly rappen: Rappen; readonly months: number };
  /** What both cost over the minimum term, if it is longer than the months of this price. */
  readonly whole?: { readonly rappen: Rappen; readonly months: number };
};
/** Something that is sold, independent of the version of TM Forum's interface. */
export type Good = {
  readonly code: string;
  readonly category: Category;
  readonly name: string;
  readonly description: string | null;
  /** Whether it is sold alone; others are added to a tariff. */
  readonly isAlone: boolean;
  /** Hidden goods stay on contracts, but are not sold any more. */
  readonly isSold: boolean;
  readonly prices: readonly GoodPrice[];
  readonly characteristics: readonly (readonly [name: string, value: string])[];
  /** The codes of the goods to which it can be added. */
  readonly optionalFor: readonly string[];
};
export const CATEGORIES = {
  mobile: "Mobile tariffs",
  tv: "TV tariffs",
  device: "Devices",
  bundle: "Bundles",
  box: "Set-top boxes",
  extra: "Extras",
} as const;
export type Category = keyof typeof CATEGORIES;

const said = (text: LocalText) => text[DEFAULT_LOCALE];

const codes = (goods: readonly { readonly code: string }[]) => goods.map(({ code }) => code);

/** Returns everything in a catalogue, with the prices that apply now. Texts are in the shop's first language. */
export function goodsIn(catalogue: Catalogue): readonly Good[] {
  const { insurance, postBillFee, mobileTariffs, tvTariffs, devices } = catalogue;
  const withDevice = mobileTariffs.filter(
    ({ kind, prices }) => kind === "postpaid" && prices.some(({ binding }) => binding === BINDING.long),
  );
  const tariffs = { mobile: codes(mobileTariffs), tv: codes(tvTariffs) };
  return [
    ...mobileTariffs.map(mobileGood),
    ...tvTariffs.map(tvGood),
    ...devices.map((device) => deviceGood(device, codes(withDevice))),
    ...catalogue.bundles.map(({ code, family, name, description, monthly, oneTime }): Good => ({
      ...ADD_ON,
      code,
      category: "bundle",
      name: said(name),
      description: said(description),
      isSold: monthly !== null,
      prices: pricesOf({ monthly: monthly ?? 0, oneTime }),
      characteristics: [["family", family]],
      optionalFor: tariffs[family],
    })),
    ...catalogue.boxes.map(({ code, name, monthly, oneTime }): Good => ({
      ...ADD_ON,
      code,
      category: "box",
      name: said(name),
      prices: pricesOf({ monthly, oneTime }),
      optionalFor: tariffs.tv,
    })),
    // Items of orders that have no price of their own.
    { ...ADD_ON, code: "SIM", category: "extra", name: "SIM card or eSIM", prices: [] },
    { ...ADD_ON, code: "deposit", category: "extra", name: "Deposit", prices: [] },
    {
      ...ADD_ON,
      code: "insurance",
      category: "extra",
      name: "Device insurance",
      prices: pricesOf({ monthly: insurance }),
      optionalFor: codes(devices),
    },
    {
      ...ADD_ON,
      code: "postBill",
      category: "extra",
      name: "Bills by post",
      prices: pricesOf({ monthly: postBillFee }),
    },
  ];
}

const ADD_ON = { description: null, isAlone: false, isSold: true, characteristics: [], optionalFor: [] } as const;
const PLAIN = { terms: [], promotion: null } as const;

function pricesOf({ monthly = 0, oneTime = 0 }: { readonly monthly?: Rappen; readonly oneTime?: Rappen }): GoodPrice[] {
  return [
    ...(monthly === 0 ? [] : [{ ...PLAIN, name: "monthly", type: "recurring" as const, rappen: monthly }]),
    ...(oneTime === 0 ? [] : [{ ...PLAIN, name: "once", type: "oneTime" as const, rappen: oneTime }]),
  ];
}

/** Returns how long a binding lasts, in months; null if the contract can be ended each month. */
const boundMonths = (binding: BindingCode) => (binding === BINDING.long ? BINDING_MONTHS[binding] : null);

function mobileGood(tariff: Catalogue["mobileTariffs"][number]): Good {
  const { code, name, kind, features, prices, activation } = tariff;
  const isPrepaid = kind === "prepaid";
  return {
    code,
    category: "mobile",
    name,
    description: features.map(({ text }) => said(text)).join(", "),
    isAlone: true,
    isSold: true,
    prices: [
      ...prices.map(({ binding, price, oldPrice, actionMonths = null }): GoodPrice => ({
        name: isPrepaid ? "prepaid" : binding,
        type: isPrepaid ? "oneTime" : "recurring",
        rappen: oldPrice ?? price,
        terms: isPrepaid ? [] : [{ name: "minimumTerm", months: BINDING_MONTHS[binding] }],
        promotion:
          oldPrice === null ? null : { rappen: price - oldPrice, months: actionMonths ?? boundMonths(binding) },
      })),
      ...(activation ? [{ ...PLAIN, name: "activation", type: "oneTime" as const, rappen: activation.amount }] : []),
    ],
    optionalFor: [],
    characteristics: [["kind", kind], ...features.map(({ icon, text }) => [icon, said(text)] as const)],
  };
}

function tvGood({ code, name, postpaid, features, prices, includedBoxes }: Catalogue["tvTariffs"][number]): Good {
  return {
    code,
    category: "tv",
    name,
    description: features.map(({ text }) => said(text)).join(", "),
    isAlone: true,
    isSold: true,
    prices: prices.map(({ duration, price }): GoodPrice => {
      const common = { ...PLAIN, name: `months-${duration}`, rappen: price };
      const term = { name: "duration", months: duration };
      if (!postpaid) return { ...common, type: "oneTime", terms: [term] };
      const later = tvPriceAfter(prices, duration) ?? price;
      const rest = TV_BINDING_MONTHS - duration;
      return {
        ...common,
        type: "recurring",
        terms: [term, { name: "minimumTerm", months: TV_BINDING_MONTHS }],
        later: { rappen: later, months: duration },
        ...(rest > 0 && { whole: { rappen: duration * price + rest * later, months: TV_BINDING_MONTHS } }),
      };
    }),
    optionalFor: [],
    characteristics: [
      ["kind", postpaid ? "postpaid" : "prepaid"],
      ...includedBoxes.map((box) => ["includedBox", box] as const),
      ...features.map(({ icon, text }) => [icon, said(text)] as const),
    ],
  };
}

function deviceGood(device: Catalogue["devices"][number], optionalFor: readonly string[]): Good {
  const { code, name, summary, instalments, instalment, downPayment, ura, details, esim } = device;
  const [monthly] = pricesOf({ monthly: instalment });
  return {
    code,
    category: "device",
    name,
    description: said(summary),
    isAlone: false,
    isSold: true,
    prices: [
      ...(monthly ? [{ ...monthly, name: "instalment", terms: [{ name: "instalments", months: instalments }] }] : []),
      ...pricesOf({ oneTime: downPayment }).map((each) => ({ ...each, name: "downPayment" })),
      ...pricesOf({ oneTime: ura }).map((each) => ({ ...each, name: "copyrightLevy" })),
    ],
    optionalFor,
    characteristics: [
      ["esim", esim ? "yes" : "no"],
      ...Object.entries(details).map(
        ([detail, text]) => [detail, typeof text === "string" ? text : said(text)] as const,
      ),
    ],
  };
}
