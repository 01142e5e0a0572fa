import { byCode } from "#core/catalogue/catalogue.ts";
import { LIMIT } from "#core/catalogue/codes.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { insurerNote } from "#server/shop/catalogue/presentation.ts";
import { nothing, success, type Answer } from "../answer.ts";
import { CURRENCY, type Window } from "../catalogue/product.ts";
import type { OptionsRequest } from "./requests.ts";

/** Returns what `telecom` of a checkout can add to a tariff, with its codes and prices in Rappen. */
export function tariffOptions({ tariff: code, device: deviceCode }: OptionsRequest, window: Window): Answer {
  const { catalogue, locale, publicUrl } = window;
  const mobile = byCode(catalogue.mobileTariffs, code);
  const tv = byCode(catalogue.tvTariffs, code);
  const device = byCode(catalogue.devices, deviceCode);
  // A device is only sold with a postpaid tariff.
  if ((!mobile && !tv) || (deviceCode !== undefined && (!device || mobile?.kind !== "postpaid")))
    return nothing("not_found", serverText(locale, "agents.unavailable"), publicUrl);
  const isBilled = mobile ? mobile.kind !== "prepaid" : tv?.postpaid === true;
  const family = mobile ? "mobile" : "tv";
  const offered = catalogue.bundles.filter((bundle) => bundle.family === family && bundle.monthly !== null);
  const priced = ({ monthly, oneTime }: { readonly monthly: number | null; readonly oneTime: number }) => ({
    monthly,
    one_time: oneTime,
  });
  return success({
    currency: CURRENCY,
    bundles: offered.map(({ name, description, ...each }) => ({
      code: each.code,
      name: name[locale],
      description: description[locale],
      ...priced(each),
    })),
    ...(mobile?.kind === "postpaid" &&
      device && { insurance: { monthly: catalogue.insurance, insurer: insurerNote(catalogue, locale) } }),
    ...(mobile && isBilled && { credit_limit: { ...LIMIT, currency_unit: "CHF" } }),
    ...(isBilled && { bill: { email: 0, post: catalogue.postBillFee } }),
    ...(tv && {
      tv_boxes: catalogue.boxes.map(({ name, ...each }) => {
        const included = tv.includedBoxes.includes(each.code);
        return {
          code: each.code,
          name: name[locale],
          included,
          ...priced(included ? { monthly: 0, oneTime: 0 } : each),
        };
      }),
    }),
  });
}
