import { someOf } from "#server/config/list-schemas.ts";
import { text, webAddress } from "#server/config/schemas.ts";
import { optional, setting } from "#server/config/setting.ts";
import { anyHexKey } from "./schemas.ts";

/** The methods that Datatrans' payment page can offer, by its short names (API reference, `paymentMethods`). */
const DATATRANS_METHODS = ["TWI", "VIS", "ECA", "AMX", "PFC", "APL", "PAY", "PAP"] as const;
export type DatatransMethod = (typeof DATATRANS_METHODS)[number];

/** The account at Datatrans: `PAYMENT_PROVIDER=datatrans`. */
export const DATATRANS = {
  url: setting("DATATRANS_URL", webAddress, {
    default: "https://api.datatrans.com",
    about: "the API; `https://api.sandbox.datatrans.com` for a test account",
  }),
  merchantId: setting("DATATRANS_MERCHANT_ID", text, { about: "the merchant id" }),
  password: setting("DATATRANS_PASSWORD", text, {
    secret: true,
    about: "the password of calls from server to server",
  }),
  methods: setting("DATATRANS_METHODS", someOf(DATATRANS_METHODS), {
    default: "TWI VIS ECA",
    about:
      "methods to offer: TWINT `TWI`, Visa `VIS`, Mastercard `ECA`, American Express `AMX`, PostFinance `PFC`, Apple Pay `APL`, Google Pay `PAY`, PayPal `PAP`. With one, its page opens at once",
  }),
  signKey: optional("DATATRANS_SIGN_KEY", anyHexKey, {
    secret: true,
    about: "the HMAC key of webhooks, in hex digits; without it, payments are settled by the return page and the job",
  }),
} as const;

declare module "#server/config/options.ts" {
  interface PaymentOptions {
    readonly datatrans: typeof DATATRANS;
  }
}
