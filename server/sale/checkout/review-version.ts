import { comparedForm, type OpenCheckout } from "./checkout.ts";
import { createHash } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { DELIVERY_FIELDS, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { goodsOf } from "#core/checkout-record/record.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";

/** The fields under review. The PUK is left out: it only proves the number and is not part of the order. */
const REVIEWED = [...STORED_BY["4"].filter((field) => field !== "puk"), ...DELIVERY_FIELDS];

/**
 * Returns the version of everything chosen before step 5, which the shopper reviews there: goods, SIM, number, person
 * and address. It changes whenever the order would be for something else. Prices and the delivery of bills are left
 * out, because step 5 itself can change them; the shopper agrees to them through the totals that the page sends. A
 * business customer's person and address are left out too, because they come from the customer base.
 */
export function reviewVersion({ record, form, account }: Pick<OpenCheckout, "record" | "form" | "account">): string {
  const typed = form && !isBusiness(account?.profile ?? null) ? comparedForm(pickFields(form, REVIEWED)) : null;
  return createHash("sha256")
    .update(canonical([goodsOf(record), typed]))
    .digest("base64url");
}
