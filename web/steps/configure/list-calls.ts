import { isTv } from "#core/steps/steps.ts";
import type { CallOptions } from "#web/api/request.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";

/**
 * Returns the options of the calls that load the lists of step 1, and the facts that determine which lists there are.
 */
export function listsOf(record: CheckoutRecord) {
  const tv = isTv(record.type);
  const code = (tv ? record.tv_tariff : record.tariff) ?? "";
  return {
    tv,
    code,
    presentation: { body: { tariff: code, type: record.type, binding: record.binding }, anonymous: true },
    bundles: { params: { tariff: code, family: tv ? ("0" as const) : ("1" as const) }, anonymous: true },
    tvOptions: { params: { tariff: code }, anonymous: true },
    product: { params: { kind: "tv" as const, code }, anonymous: true },
  };
}

/** Returns the calls that load the lists of step 1. */
export function listCalls(record: CheckoutRecord) {
  const { tv, presentation, bundles, tvOptions, product } = listsOf(record);
  const calls: { name: "presentation" | "bundles" | "tvOptions" | "product"; options: CallOptions }[] = [
    { name: "presentation", options: presentation },
    { name: "bundles", options: bundles },
    { name: "tvOptions", options: tvOptions },
  ];
  return tv ? [...calls, { name: "product" as const, options: product }] : calls;
}
