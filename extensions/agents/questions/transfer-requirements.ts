import { byCode } from "#core/catalogue/catalogue.ts";
import { EMPTY_FORM, type CustomerForm } from "#core/form/fields.ts";
import { personErrors } from "#core/form/person-errors.ts";
import { transferDayMistake, transferDays } from "#core/phone-numbers/transfer-day.ts";
import { formatDay } from "#core/time/dates.ts";
import { fieldText, numberText, serverText } from "#server/platform/texts/texts.ts";
import { nothing, success, type Answer } from "../answer.ts";
import type { Window } from "../catalogue/product.ts";
import { FIELD_PATHS } from "../checkout/messages.ts";
import type { TransferRequest } from "./requests.ts";

/** What belongs to a transfer, and who supplies it. The form says which of it is needed. */
const NEEDED = {
  mnpMsisdn: "platform",
  mnpSubscriptionType: "platform",
  firstName: "platform",
  lastName: "platform",
  puk: "puk",
  mnpAuthority: "authority",
} as const satisfies Partial<Record<keyof CustomerForm, "platform" | "puk" | "authority">>;

/** Returns what the transfer of a number needs, by the form's rules for one of which nothing is known yet. */
export function transferRequirements(request: TransferRequest, window: Window): Answer {
  const { catalogue, locale, today } = window;
  const { current_contract: contract, tariff: code, date = "" } = request;
  const tariff = code === undefined ? undefined : byCode(catalogue.mobileTariffs, code);
  if (code !== undefined && !tariff && !byCode(catalogue.tvTariffs, code))
    return nothing("not_found", serverText(locale, "agents.unavailable"), window.publicUrl);
  const rules = {
    family: code === undefined || tariff ? ("mobile" as const) : ("tv" as const),
    postpaid: tariff?.kind !== "prepaid",
    deviceTakesEsim: true,
    authorityShown: true,
    today,
  };
  const type = contract === undefined ? "" : contract === "prepaid" ? "Prepaid" : "Postpaid";
  const errors = personErrors({ ...EMPTY_FORM, mnp: true, mnpSubscriptionType: type }, rules);
  if (errors.mnp) return success({ offered: false, reason: fieldText(locale, errors.mnp) });
  const { earliest, latest } = transferDays(today);
  const mistake = transferDayMistake(date, today);
  return success({
    offered: true,
    earliest: formatDay(earliest),
    latest: formatDay(latest),
    ...(date !== "" && { date: { date, fits: !mistake, ...(mistake && { reason: fieldText(locale, mistake) }) } }),
    needs: Object.entries(NEEDED).flatMap(([field, by]) => {
      const missing = errors[field as keyof typeof NEEDED];
      if (!missing) return [];
      return by === "platform"
        ? [{ field, by, path: FIELD_PATHS[field as keyof typeof NEEDED], content: fieldText(locale, missing) }]
        : [{ field, by: "person", content: serverText(locale, `agents.${by}`) }];
    }),
    notes: [
      numberText(locale, "transfer.doNotCancel"),
      numberText(locale, "transfer.otherwiseLost"),
      ...(contract === "prepaid" ? [numberText(locale, "transfer.confirmLater")] : []),
    ],
  });
}
