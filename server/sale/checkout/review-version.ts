import { comparedForm, type OpenCheckout } from "./checkout.ts";
import { createHash } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { DELIVERY_FIELDS, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { goodsOf } from "#core/checkout-record/record.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";

/** The fields under review. The PUK only proves the number, and the order is not bound to it. */
const REVIEWED = [...STORED_BY["4"].filter((field) => field !== "puk"), ...DELIVERY_FIELDS];

/**
 * Returns the version of the choices before step 5, which are reviewed there: goods, SIM, number, person and address.
 * It changes whenever the order would be bound to something else. Not included are prices and the delivery of bills,
 * which step 5 itself changes: they are agreed to by the totals that the page sends. A business customer's person and
 * address come from the customer base.
 */
export function reviewVersion({ record, form, account }: Pick<OpenCheckout, "record" | "form" | "account">): string {
  const typed = form && !isBusiness(account?.profile ?? null) ? comparedForm(pickFields(form, REVIEWED)) : null;
  return createHash("sha256")
    .update(canonical([goodsOf(record), typed]))
    .digest("base64url");
}
