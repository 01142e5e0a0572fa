import { Unavailable } from "#server/platform/unavailable.ts";
import { isOutage } from "#server/platform/database/outage.ts";
import type { Database } from "#server/platform/database/database.ts";
import { openPaymentsAt } from "#server/sale/ledger/queries.ts";
import type { PaymentForm, PaymentProvider } from "./provider.ts";

/** The provider of new payments, and the providers of earlier ones. */
export type PaymentProviders = {
  /** Returns the provider of this name; null if it is not configured. */
  named(name: string): PaymentProvider | null;
  /**
   * Returns the provider where a payment was started, which is the only one that knows it. Throws Unavailable if it is
   * not configured.
   */
  of(payment: { readonly provider: string }): PaymentProvider;
  /**
   * Returns what the payment page must allow: the form of the provider of new payments, and those of earlier providers
   * with open payments, which are still paid in their own form. Null if no form is used. While the database is away, it
   * is what it was before.
   */
  formOfPage(): Promise<PaymentForm | null>;
};

export function createProviders({
  db,
  payments,
  earlierPayments,
}: {
  readonly db: Database;
  readonly payments: PaymentProvider;
  readonly earlierPayments: readonly PaymentProvider[];
}): PaymentProviders {
  /** The earlier providers with a form that had open payments when the database last answered. */
  let open: readonly string[] = [];
  const named = (name: string) => [payments, ...earlierPayments].find((each) => each.name === name) ?? null;
  return {
    named,
    of({ provider }) {
      const found = named(provider);
      if (!found)
        throw new Unavailable(
          `the payment was started at ${provider}, which is neither PAYMENT_PROVIDER nor PAYMENT_PROVIDER_BEFORE`,
        );
      return found;
    },
    async formOfPage() {
      const withForm = earlierPayments.filter(({ form }) => form !== null);
      if (withForm.length > 0) {
        const names = withForm.map(({ name }) => name);
        open = await openPaymentsAt(db, names).catch((error: unknown) => {
          // The page says itself that payments cannot be made now, and lets the shopper try again.
          if (isOutage(error)) return open;
          throw error;
        });
      }
      const shown = [payments, ...withForm.filter(({ name }) => open.includes(name))];
      return shown.reduce<PaymentForm | null>(
        (all, { form }) => (all && form ? bothForms(all, form) : (all ?? form)),
        null,
      );
    },
  };
}

/** Returns a form that may use what either form may use. */
function bothForms(one: PaymentForm, other: PaymentForm): PaymentForm {
  const both = (name: "scripts" | "frames" | "targets") => [...new Set([...one[name], ...other[name]])];
  return {
    scripts: both("scripts"),
    frames: both("frames"),
    targets: both("targets"),
    ...((one.inlineStyles || other.inlineStyles) && { inlineStyles: true }),
    ...((one.workers || other.workers) && { workers: true }),
  };
}
