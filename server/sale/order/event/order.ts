import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { CustomerForm } from "#core/form/customer-form.ts";
import type { Law } from "#core/law/law.ts";
import type { Line } from "#core/price/lines.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Settlement } from "#core/price/settlement.ts";
import type { Quote } from "#core/price/pricing.ts";
import type { Profile } from "#server/sale/identity/profile.ts";
import type { AcceptedTerms } from "#server/sale/checkout/tables.ts";
import type { OrderPayment } from "#server/sale/ledger/queries.ts";

/** An order as its event needs it. */
export type EventOrder = {
  readonly id: string;
  readonly number: string;
  /** The id in the customer base, or Kasse's for a new customer. */
  readonly customerId: string;
  readonly existingCustomer: boolean;
  readonly business: boolean;
  readonly organisation: Profile["organisation"] | undefined;
  readonly email: string;
  readonly payment: OrderPayment | null;
  readonly settlement: Settlement;
  readonly terms: AcceptedTerms | null;
  /** `YYYY-MM-DD` of the order, for the VAT rate. */
  readonly day: string;
  /** When the customer ordered. */
  readonly at: Date;
  /** When the order became `placed`: later than `at` if it was held. */
  readonly placedAt: Date;
  readonly locale: Locale;
  readonly quote: Quote;
  readonly catalogue: Catalogue;
  readonly law: Law;
  readonly customer: CustomerForm;
  readonly nameOf: (line: Pick<Line, "kind" | "code">) => string;
  readonly seller: string;
  /** Where the copy of the document can be fetched, for a while; null if there is none. */
  readonly documentUrl: string | null;
  /** Where the authority to transfer a number can be fetched as PDF, for a while; null if there is none. */
  readonly authorityUrl: string | null;
  /** The shop's address, without a slash at its end. */
  readonly publicUrl: string;
};
