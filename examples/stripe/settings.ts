import { secretText, setting, someOf, webAddress } from "kasse/extension";

/** The methods that the page can offer (API reference, `payment_method_types`), with Kasse's codes of their brands. */
export const METHODS = {
  card: ["VISA", "MASTER"],
  twint: ["TWINT"],
  paypal: ["PAYPAL"],
} as const;
export type Method = keyof typeof METHODS;

/** The account at Stripe: `PAYMENT_PROVIDER=stripe`. */
export const STRIPE = {
  url: setting("STRIPE_URL", webAddress, { default: "https://api.stripe.com", about: "the API" }),
  secretKey: setting("STRIPE_SECRET_KEY", secretText, { secret: true, about: "the secret key of the account" }),
  webhookSecret: setting("STRIPE_WEBHOOK_SECRET", secretText, {
    secret: true,
    about: "the signing secret of the webhook endpoint, such as `whsec_…`",
  }),
  methods: setting("STRIPE_METHODS", someOf(Object.keys(METHODS) as Method[]), {
    default: "card twint",
    about: "the methods to offer, separated by spaces: `card`, `twint`, `paypal`",
  }),
} as const;

declare module "kasse/extension" {
  interface PaymentOptions {
    readonly stripe: typeof STRIPE;
  }
}
