import type { AddressFields, CustomerForm } from "#core/form/fields.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { dayText } from "#core/time/day-text.ts";
import type { Locale } from "#core/text/locale.ts";
import { transferDays } from "#core/phone-numbers/transfer-day.ts";
import type { TransferReason } from "#core/phone-numbers/transfer-states.ts";
import { firstWorkingDayFrom } from "#core/time/working-days.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import { documentHash, documentIdentity, isAnothersDocument } from "#server/sale/document/claims.ts";
import { isEmailTaken } from "#server/sale/identity/accounts.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { FieldText } from "#server/platform/texts/texts.ts";
import { isFree } from "#server/shop/phone-numbers/numbers.ts";
import type { CustomerNeeds } from "./customer-systems.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/**
 * Checks of a valid form against the operator's systems. They run before anything is written, and outside of transactions.
 */

/** Refuses an e-mail other than the account's: 409 if another customer has it, otherwise 422 (decisions 4). */
export async function checkEmail(
  services: CustomerNeeds,
  sent: CustomerForm,
  checkout: OpenCheckout,
): Promise<Result<null, "invalidFields" | "userExists">> {
  if (sent.email === "" || sent.email === emailOf(checkout)) return ok(null);
  if (!(await isEmailTaken(services.db, services.customers, sent.email)))
    return fail("invalidFields", { fields: { email: "emailOfAccount" } });
  return fail("userExists", { username: readableEmail(sent.email) });
}

/** Why a number cannot be transferred, and what to do about it, in one sentence each. */
const TRANSFER_TEXTS = {
  holder: "refused.mnpHolder",
  unknown: "refused.mnpUnknown",
  kind: "refused.mnpKind",
  bound: "refused.mnpBound",
  underway: "refused.mnpUnderway",
} as const satisfies Record<TransferReason, FieldText>;

/**
 * 406 for a number or PUK that the old provider refuses, or that is not the customer's: the holder's name has to match there. Tries are
 * limited, because a PUK can be guessed.
 */
export async function checkTransfer(
  services: CustomerNeeds,
  form: CustomerForm,
  {
    id,
    call: { ip, locale },
  }: { readonly id: string; readonly call: { readonly ip: string; readonly locale: Locale } },
): Promise<Result<null, "refusedFields" | "tooMany">> {
  if (!form.mnp) return ok(null);
  const tries = { transfersPerAddress: ip, transfersPerCheckout: id, transfersPerNumber: form.mnpMsisdn };
  const allowed = await services.limits.take(tries, ip);
  if (!allowed.ok) return allowed;
  if (await isFree(services.db, form.mnpMsisdn))
    return fail("refusedFields", { fields: { mnpMsisdn: TRANSFER_TEXTS.unknown } });
  const { refused, reason, earliest } = await services.customers.checkTransfer({
    msisdn: form.mnpMsisdn,
    subscriptionType: form.mnpSubscriptionType,
    puk: form.puk,
    holder: { firstName: form.firstName, lastName: form.lastName },
  });
  // A contract that still runs lets the number go later: the shopper chooses a later day.
  const onlyLater =
    earliest !== undefined && (refused.length === 0 || (reason === "bound" && !refused.includes("puk")));
  if (onlyLater) {
    const day = formatDay(firstWorkingDayFrom(earliest));
    const wished = form.mnpDate || formatDay(transferDays(dayInZurich(services.now())).earliest);
    if (wished >= day) return ok(null);
    const mnpDate = { text: "refused.mnpEarliest", values: { day: dayText(day, locale, "full") } } as const;
    return fail("refusedFields", { fields: { mnpDate }, suggested: { mnpDate: day } });
  }
  if (refused.length === 0) return ok(null);
  return fail("refusedFields", {
    fields: {
      ...(refused.includes("mnpMsisdn") ? { mnpMsisdn: reason ? TRANSFER_TEXTS[reason] : "refused.mnp" } : {}),
      ...(refused.includes("puk") ? { puk: "refused.puk" } : {}),
    },
  });
}

/** 409 with `badAddress` for an address that nothing can be delivered to. */
export async function checkAddress(services: CustomerNeeds, form: CustomerForm): Promise<Result<null, "badAddress">> {
  return (await isAddressBad(services, form)) ? fail("badAddress") : ok(null);
}

/** Whether the operator's systems say that nothing can be delivered to an address. Throws Unavailable. */
export function isAddressBad(
  { customers }: Pick<CustomerNeeds, "customers">,
  { address, number, postalCode, city }: AddressFields,
): Promise<boolean> {
  return customers.isAddressBad({ street: address, number, postalCode, city });
}

const DOCUMENT_REFUSED = fail("refusedFields", { fields: { idNo: "refused.document" } });

/** 406 for a document of another customer, by the operator's systems or by an order. Nothing is claimed before the order. */
export async function checkDocument(
  services: CustomerNeeds,
  form: CustomerForm,
  accountId: string | null,
): Promise<Result<null, "refusedFields">> {
  if (await services.customers.isDocumentUsed(documentIdentity(form))) return DOCUMENT_REFUSED;
  const hash = documentHash(services.documentNumberKey, form);
  return (await isAnothersDocument(services.db, hash, accountId)) ? DOCUMENT_REFUSED : ok(null);
}
