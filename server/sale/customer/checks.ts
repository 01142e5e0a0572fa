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
import { isTransferUnderway, transferredNumber } from "#server/shop/phone-numbers/transfers.ts";
import type { CustomerSystems } from "./customer-systems.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Limits } from "#server/api/limits.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** The texts that explain, in a sentence each, why a number cannot be transferred and what to do about it. */
const TRANSFER_TEXTS = {
  holder: "refused.mnpHolder",
  unknown: "refused.mnpUnknown",
  kind: "refused.mnpKind",
  bound: "refused.mnpBound",
  underway: "refused.mnpUnderway",
} as const satisfies Record<TransferReason, FieldText>;

/** Another order has the transfer of the number under way. */
export const TRANSFER_TAKEN = fail("refusedFields", { fields: { mnpMsisdn: "refused.mnpOrdered" } });

const DOCUMENT_REFUSED = fail("refusedFields", { fields: { idNo: "refused.document" } });

/** Returns whether the operator's systems report an address as undeliverable. Throws Unavailable. */
export function isAddressBad(
  { customers }: { readonly customers: Pick<CustomerSystems, "isAddressBad"> },
  { address, number, postalCode, city }: AddressFields,
): Promise<boolean> {
  return customers.isAddressBad({ street: address, number, postalCode, city });
}

type Caller = { readonly ip: string; readonly locale: Locale };

/**
 * Checks of a valid form against the operator's systems. They run before anything is written, and outside transactions.
 */
export type CustomerChecks = {
  /**
   * Refuses an e-mail address other than the account's: 409 if another customer has it, otherwise 422 (decisions 4).
   */
  email(sent: CustomerForm, checkout: OpenCheckout): Promise<Result<null, "invalidFields" | "userExists">>;
  /**
   * Returns 406 if an order has the transfer of the number under way, if the old provider refuses the number or PUK, or
   * if the number's holder there has a different name.
   * Attempts are limited, because a PUK can be guessed.
   */
  transfer(
    form: CustomerForm,
    request: { readonly id: string; readonly call: Caller },
  ): Promise<Result<null, "refusedFields" | "tooMany">>;
  /** Returns 409 with `badAddress` for an undeliverable address. */
  address(form: CustomerForm): Promise<Result<null, "badAddress">>;
  /**
   * Returns 406 if the operator's systems or an order link the document to another customer. This does not claim the
   * document; only the order does.
   */
  document(form: CustomerForm, accountId: string | null): Promise<Result<null, "refusedFields">>;
};

export function createCustomerChecks(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly customers: CustomerSystems;
  readonly limits: Limits<"transfersPerAddress" | "transfersPerCheckout" | "transfersPerNumber">;
  readonly documentNumberKey: Buffer;
}): CustomerChecks {
  const { db, now, customers, limits, documentNumberKey } = needs;
  return {
    async email(sent, checkout) {
      if (sent.email === "" || sent.email === emailOf(checkout)) return ok(null);
      if (!(await isEmailTaken(db, customers, sent.email)))
        return fail("invalidFields", { fields: { email: "emailOfAccount" } });
      return fail("userExists", { username: readableEmail(sent.email) });
    },
    async transfer(form, { id, call: { ip, locale } }) {
      const msisdn = transferredNumber(form);
      if (msisdn === null) return ok(null);
      const attempts = { transfersPerAddress: ip, transfersPerCheckout: id, transfersPerNumber: form.mnpMsisdn };
      const allowed = await limits.take(attempts, ip);
      if (!allowed.ok) return allowed;
      if (await isFree(db, form.mnpMsisdn))
        return fail("refusedFields", { fields: { mnpMsisdn: TRANSFER_TEXTS.unknown } });
      if (await isTransferUnderway(db, msisdn, now())) return TRANSFER_TAKEN;
      const { refused, reason, earliest } = await customers.checkTransfer({
        msisdn: form.mnpMsisdn,
        subscriptionType: form.mnpSubscriptionType,
        puk: form.puk,
        holder: { firstName: form.firstName, lastName: form.lastName },
      });
      // If the old contract still runs, the number can be transferred after its end, so the shopper is asked for a
      // later day.
      const onlyLater =
        earliest !== undefined && (refused.length === 0 || (reason === "bound" && !refused.includes("puk")));
      if (onlyLater) {
        const day = formatDay(firstWorkingDayFrom(earliest));
        const requested = form.mnpDate || formatDay(transferDays(dayInZurich(now())).earliest);
        if (requested >= day) return ok(null);
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
    },
    async address(form) {
      return (await isAddressBad({ customers }, form)) ? fail("badAddress") : ok(null);
    },
    async document(form, accountId) {
      if (await customers.isDocumentUsed(documentIdentity(form))) return DOCUMENT_REFUSED;
      const hash = documentHash(documentNumberKey, form);
      return (await isAnothersDocument(db, hash, accountId)) ? DOCUMENT_REFUSED : ok(null);
    },
  };
}
