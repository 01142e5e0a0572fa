import { defineExtension } from "kasse/extension";
import { STRIPE } from "./settings.ts";

/** Payments at Stripe's own page, Checkout (README.md). */
export default defineExtension({
  name: "stripe",
  about: "payments at Stripe Checkout",
  kasse: "1.0",
  options: { payment: { stripe: STRIPE } },
  optionTexts: { payment: "`stripe`: Stripe Checkout" },
  addresses: { STRIPE_URL: ({ payment }) => (payment.provider === "stripe" ? payment.url : null) },
  load: () => import("./running.ts"),
});
