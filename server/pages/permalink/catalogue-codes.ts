import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";

/** Returns a link's record with the codes as the catalogue writes them, because people write them in any case. */
export function withCatalogueCodes(record: CheckoutRecord, catalogue: Catalogue): CheckoutRecord {
  const { mobile, tv_tariff, bundles, tv_device } = record;
  return {
    ...record,
    ...(mobile !== undefined && { mobile: codeIn(catalogue.devices, mobile) }),
    ...(tv_tariff !== undefined && { tv_tariff: codeIn(catalogue.tvTariffs, tv_tariff) }),
    ...(bundles && { bundles: bundles.map((code) => codeIn(catalogue.bundles, code)) }),
    ...(tv_device && { tv_device: tv_device.map((code) => codeIn(catalogue.boxes, code)) }),
  };
}

/** Returns the code of the catalogue that is equal but for its case; the given one if there is none. */
function codeIn(list: readonly { readonly code: string }[], code: string): string {
  if (list.some((each) => each.code === code)) return code;
  return list.find((each) => each.code.toLowerCase() === code.toLowerCase())?.code ?? code;
}
