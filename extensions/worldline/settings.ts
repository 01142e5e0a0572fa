import { text, webAddress } from "#server/config/schemas.ts";
import { optional, setting } from "#server/config/setting.ts";
import { numberList, webhookKeys } from "./schemas.ts";

/** The account at Worldline Connect: `PAYMENT_PROVIDER=worldline`. */
export const WORLDLINE = {
  url: setting("WORLDLINE_URL", webAddress, {
    about: "Worldline Connect, such as `https://eu.preprod.api-ingenico.com`",
  }),
  merchantId: setting("WORLDLINE_MERCHANT_ID", text, { about: "the merchant id" }),
  apiKeyId: setting("WORLDLINE_API_KEY_ID", text, { about: "the id of the key that signs requests (v1HMAC)" }),
  apiSecret: setting("WORLDLINE_API_SECRET", text, {
    secret: true,
    about: "the key that signs requests",
  }),
  webhookKeys: setting("WORLDLINE_WEBHOOK_KEYS", webhookKeys, {
    secret: true,
    about: "`id:secret,…` of the webhook keys; two while one is being replaced",
  }),
  variant: optional("WORLDLINE_VARIANT", text, {
    about: "the design of the hosted pages",
  }),
  products: setting("WORLDLINE_PRODUCTS", numberList, {
    default: "",
    about: "payment products to offer, such as `1,3,840`; otherwise all of the contract",
  }),
} as const;

declare module "#server/config/options.ts" {
  interface PaymentOptions {
    readonly worldline: typeof WORLDLINE;
  }
}
