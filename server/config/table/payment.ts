import { wholeNumber } from "../schemas.ts";
import { withAdded } from "../options.ts";
import { choice, setting } from "../setting.ts";

const sandbox = {
  port: setting("PAYMENT_SANDBOX_PORT", wholeNumber(0, 65_535), {
    default: { shown: "`PORT` + 1", of: ({ port }) => String(port === 0 ? 0 : port + 1) },
    about: "the sandbox's port",
  }),
};

/** The payment providers of Kasse itself. */
export const SANDBOXES = { "sandbox-hosted": sandbox, "sandbox-widget": sandbox };

/** The payment provider, and the time limits around payments and orders. */
export const PAYMENT = {
  unpaidOrderDays: setting("UNPAID_ORDER_DAYS", wholeNumber(1, 90), {
    default: "7",
    about: "days to pay a released order; after that it is cancelled",
  }),
  reviewDays: setting("REVIEW_DAYS", wholeNumber(1, 30), {
    default: "3",
    about:
      "working days to decide about an order on hold; its customer is told. `kasse orders hold list` shows late ones",
  }),
  reminderHours: setting("REMINDER_HOURS", wholeNumber(0, 24 * 14), {
    default: "24",
    about: "hours until the one reminder of a checkout without an order, for shoppers who agreed; 0 for never",
  }),
  customerCancelHours: setting("CUSTOMER_CANCEL_HOURS", wholeNumber(0, 24 * 30), {
    default: "2",
    about:
      "hours within which customers can cancel a placed order, unless your systems have started on it; 0 for never",
  }),
  payment: choice("PAYMENT_PROVIDER", withAdded("payment", SANDBOXES), {
    about: "a webhook's address is `PUBLIC_URL/public-api/payment-webhook/<provider>`",
  }),
  paymentBefore: choice("PAYMENT_PROVIDER_BEFORE", withAdded("payment", { none: {} }), {
    about:
      "after a change of `PAYMENT_PROVIDER`, the previous one with its settings, for its open payments and refunds. Kasse does not start without it while such payments are unfinished",
    namedInProduction: false,
  }),
} as const;
