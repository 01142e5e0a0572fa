import { createHash } from "node:crypto";
import type { CustomerForm } from "#core/customer-form.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import { isEmailTaken } from "#server/sale/identity/accounts.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import type { CustomerNeeds } from "./needs.ts";

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
    return fail("invalidFields", { fields: { email: "generic" } });
  return fail("userExists", { username: sent.email });
}

/** 406 for a number or PUK that the old provider refuses. */
export async function checkTransfer(
  services: CustomerNeeds,
  form: CustomerForm,
): Promise<Result<null, "refusedFields">> {
  if (!form.mnp) return ok(null);
  const refused = await services.customers.checkTransfer({
    msisdn: form.mnpMsisdn,
    subscriptionType: form.mnpSubscriptionType,
    puk: form.puk,
  });
  if (refused.length === 0) return ok(null);
  return fail("refusedFields", {
    fields: {
      ...(refused.includes("mnpMsisdn") ? { mnpMsisdn: "refused.mnp" } : {}),
      ...(refused.includes("puk") ? { puk: "refused.puk" } : {}),
    },
  });
}

/** 409 with `badAddress` for an address that nothing can be delivered to. */
export async function checkAddress(services: CustomerNeeds, form: CustomerForm): Promise<Result<null, "badAddress">> {
  const bad = await services.customers.isAddressBad({
    street: form.address,
    number: form.number,
    postalCode: form.postal_code,
    city: form.city,
  });
  return bad ? fail("badAddress") : ok(null);
}

/** The hash by which document numbers are compared. Only checkout and order contain the number itself. */
export function documentHash(idNo: string): Buffer {
  return createHash("sha256").update(`kasse-document:${idNo.toUpperCase()}`).digest();
}

export const DOCUMENT_REFUSED = fail("refusedFields", { fields: { idNo: "refused.document" } });

/** 406 for a document number of another customer. */
export async function checkDocument(
  services: CustomerNeeds,
  form: CustomerForm,
  accountId: string | null,
): Promise<Result<null, "refusedFields">> {
  if (await services.customers.isDocumentUsed(form.idNo)) return DOCUMENT_REFUSED;
  const owner = await services.db
    .selectFrom("document_numbers")
    .select("account_id")
    .where("number_hash", "=", documentHash(form.idNo))
    .executeTakeFirst();
  return owner && owner.account_id !== accountId ? DOCUMENT_REFUSED : ok(null);
}
