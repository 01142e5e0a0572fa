import { BINDING, BINDING_MONTHS, type BindingCode } from "#core/catalogue/codes.ts";
import type { Catalogue, Device, MobileTariff, TvTariff } from "#core/catalogue/catalogue.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";

/** The choices that make one product into several variants. */
type Choice =
  | { readonly name: "term"; readonly code: string; readonly months: number }
  | { readonly name: "tariff"; readonly code: string; readonly label: string };

/** Something a platform can put into a checkout: one tariff with its term and, if any, its device. */
export type Variant = {
  /** `mobile:<tariff>:<binding>`, `mobile:<tariff>:<binding>:<device>` or `tv:<tariff>:<months>`. */
  readonly id: string;
  readonly record: CheckoutRecord;
  readonly choice: Choice;
};

/** A product of the shop window with its variants. The first one is the shop window's own. */
export type Goods = {
  /** `mobile:<tariff>`, `tv:<tariff>` or `device:<device>`. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly variants: readonly [Variant, ...Variant[]];
} & (
  | { readonly kind: "mobile"; readonly entry: MobileTariff }
  | { readonly kind: "tv"; readonly entry: TvTariff }
  | { readonly kind: "device"; readonly entry: Device }
);

/** Returns what platforms can buy, in catalogue order. Devices that another shop sells are left out. */
export function goodsOf(catalogue: Catalogue): readonly Goods[] {
  const postpaid = catalogue.mobileTariffs.filter(sellsDevices);
  return [
    ...catalogue.mobileTariffs.map((entry) => mobileGoods(entry)),
    ...catalogue.tvTariffs.map((entry) => tvGoods(entry)),
    ...catalogue.devices.map((entry) => deviceGoods(entry, postpaid)),
  ].filter((each) => each !== null);
}

/** Devices are sold with a contract of the long binding only. */
const sellsDevices = ({ kind, prices }: MobileTariff) =>
  kind === "postpaid" && prices.some(({ binding }) => binding === BINDING.long);

function mobileGoods(entry: MobileTariff): Goods | null {
  const variants = entry.prices.map(({ binding }) => mobileVariant(entry, binding));
  return withVariants({ kind: "mobile", entry, id: `mobile:${entry.code}` }, variants);
}

function mobileVariant({ code }: MobileTariff, binding: BindingCode): Variant {
  return {
    id: `mobile:${code}:${binding}`,
    record: { type: "Tariff", tariff: code, binding },
    choice: { name: "term", code: binding, months: BINDING_MONTHS[binding] },
  };
}

function tvGoods(entry: TvTariff): Goods | null {
  const variants = entry.prices.map(({ duration }): Variant => ({
    id: `tv:${entry.code}:${duration}`,
    record: { type: "TV Tariff", tv_tariff: entry.code, tv_duration: duration },
    choice: { name: "term", code: String(duration), months: duration },
  }));
  return withVariants({ kind: "tv", entry, id: `tv:${entry.code}` }, variants);
}

function deviceGoods(entry: Device, tariffs: readonly MobileTariff[]): Goods | null {
  if (entry.externalCheckoutUrl !== null) return null;
  const own = tariffs.toSorted((one, other) => isDefault(other, entry) - isDefault(one, entry));
  const variants = own.map((tariff): Variant => ({
    id: `mobile:${tariff.code}:${BINDING.long}:${entry.code}`,
    record: { type: "Tariff", tariff: tariff.code, mobile: entry.code, binding: BINDING.long },
    choice: { name: "tariff", code: tariff.code, label: tariff.name },
  }));
  return withVariants({ kind: "device", entry, id: `device:${entry.code}` }, variants);
}

const isDefault = ({ code }: MobileTariff, device: Device) => Number(code === device.defaultTariff);

type Kind =
  | { readonly kind: "mobile"; readonly entry: MobileTariff }
  | { readonly kind: "tv"; readonly entry: TvTariff }
  | { readonly kind: "device"; readonly entry: Device };

function withVariants(of: Kind & { readonly id: string }, [first, ...more]: readonly Variant[]): Goods | null {
  if (!first) return null;
  return { ...of, code: of.entry.code, name: of.entry.name, variants: [first, ...more] };
}

/** Returns the goods and the variant with this variant id; null if nothing has it. */
export function variantWith(id: string, goods: readonly Goods[]): { goods: Goods; variant: Variant } | null {
  for (const each of goods) {
    const variant = each.variants.find((one) => one.id === id);
    if (variant) return { goods: each, variant };
  }
  return null;
}
