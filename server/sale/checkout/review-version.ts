import { comparedForm, type OpenCheckout } from "./checkout.ts";
import { createHash } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import { DELIVERY_FIELDS, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { goodsOf } from "#core/record/record.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";

/** A PUK proves the number; it is nothing that the order binds to. */
const REVIEWED = [...STORED_BY["4"].filter((field) => field !== "puk"), ...DELIVERY_FIELDS];

/**
 * The version of what was chosen before step 5 and is reviewed there: goods, SIM, number, person and address. It differs as soon as the order
 * would bind to something else. Prices, and the delivery of bills, which step 5 itself changes, are agreed to by the totals that the page
 * sends. A business customer's person and address come from the customer base.
 */
export function reviewVersion({ record, form, account }: Pick<OpenCheckout, "record" | "form" | "account">): string {
  const typed = form && !isBusiness(account?.profile ?? null) ? comparedForm(pickFields(form, REVIEWED)) : null;
  return createHash("sha256")
    .update(canonical([goodsOf(record), typed]))
    .digest("base64url");
}
