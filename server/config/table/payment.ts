import type { BrandCode } from "#core/payment/payment-brands.ts";
import { anyHexKey, hexKey, webhookKeys } from "../key-schemas.ts";
import { namedValues, numberList, originList, someOf, text, webAddress, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** Brands that the widget of an Open Payment Platform has a form for. */
const OPPWA_BRANDS = ["VISA", "MASTER", "AMEX", "PAYPAL", "SOFORTUEBERWEISUNG"] as const satisfies readonly BrandCode[];
/** The methods that the payment page of Datatrans can offer, by its short names (API reference, `paymentMethods`). */
const DATATRANS_METHODS = ["TWI", "VIS", "ECA", "AMX", "PFC", "APL", "PAY", "PAP"] as const;
export type DatatransMethod = (typeof DATATRANS_METHODS)[number];

const sandbox = {
  port: setting("PAYMENT_SANDBOX_PORT", wholeNumber(0, 65_535), {
    default: { shown: "`PORT` + 1", of: ({ port }) => String(port === 0 ? 0 : port + 1) },
    about: "the port of the sandbox payment provider",
  }),
};

const worldline = {
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
    about:
      "`id:secret,…` of the webhook keys; two while one is being replaced. The webhook's address is `PUBLIC_URL/public-api/payment-webhook/worldline`",
  }),
  variant: optional("WORLDLINE_VARIANT", text, {
    about: "the design of the hosted pages, as configured at Worldline",
  }),
  products: setting("WORLDLINE_PRODUCTS", numberList, {
    default: "",
    about: "ids of the payment products to offer, such as `1,3,840`; all of the contract if not set",
  }),
};

const oppwa = {
  url: setting("OPPWA_URL", webAddress, {
    about: "the address of the COPYandPAY platform, such as `https://eu-test.oppwa.com`",
  }),
  entityId: setting("OPPWA_ENTITY_ID", text, { about: "the shop's entity id" }),
  token: setting("OPPWA_TOKEN", text, { secret: true, about: "the access token of that entity" }),
  brands: setting("OPPWA_BRANDS", someOf(OPPWA_BRANDS), {
    default: "VISA MASTER PAYPAL",
    about: "the brands that the widget offers, by the platform's names",
  }),
  scriptOrigins: setting("OPPWA_SCRIPT_ORIGINS", originList, {
    default: "https://p11.techlab-cdn.com",
    about: "other origins that the widget loads scripts from, separated by spaces; only the payment page allows them",
  }),
  testParameters: setting("OPPWA_TEST_PARAMETERS", namedValues, {
    default: "",
    about:
      "`name=value …` for a test account, sent with each checkout, such as `testMode=EXTERNAL customParameters[3DS2_enrolled]=true`. Not in production",
  }),
  webhookKey: optional("OPPWA_WEBHOOK_KEY", hexKey, {
    secret: true,
    about:
      "64 hexadecimal digits that decrypt notifications to `PUBLIC_URL/public-api/payment-webhook/oppwa`. Without it, payments are settled by the result URL and the job",
  }),
};

const datatrans = {
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
      "what the payment page offers, by Datatrans' short names: TWINT `TWI`, Visa `VIS`, Mastercard `ECA`, American Express `AMX`, PostFinance `PFC`, Apple Pay `APL`, Google Pay `PAY`, PayPal `PAP`. With one, its page opens at once",
  }),
  signKey: optional("DATATRANS_SIGN_KEY", anyHexKey, {
    secret: true,
    about:
      "the HMAC key that signs webhooks to `PUBLIC_URL/public-api/payment-webhook/datatrans`, in hexadecimal digits. Without it, payments are settled by the return page and the job",
  }),
};

/** The payment provider, and the time limits around payments and orders. */
export const PAYMENT = {
  unpaidOrderDays: setting("UNPAID_ORDER_DAYS", wholeNumber(1, 90), {
    default: "7",
    about:
      "how many days a customer has to pay an order that a person has released; after that it is cancelled and its device is for sale again",
  }),
  reviewDays: setting("REVIEW_DAYS", wholeNumber(1, 30), {
    default: "3",
    about:
      "working days within which a person decides about an order on hold; its customer is told. `kasse orders hold list` shows which are late",
  }),
  reminderHours: setting("REMINDER_HOURS", wholeNumber(0, 24 * 14), {
    default: "24",
    about:
      "hours after which a shopper who agreed to it is reminded, once, of a checkout without an order; 0 for never",
  }),
  customerCancelHours: setting("CUSTOMER_CANCEL_HOURS", wholeNumber(0, 24 * 30), {
    default: "2",
    about:
      "hours within which customers can cancel a placed order themselves, unless your systems have started to work on it; 0 for never",
  }),
  payment: choice(
    "PAYMENT_PROVIDER",
    {
      "sandbox-hosted": sandbox,
      "sandbox-widget": sandbox,
      worldline,
      oppwa,
      datatrans,
    },
    { about: "the payment provider: a sandbox with a hosted page, a sandbox with a card widget, or a real provider" },
  ),
  paymentBefore: choice(
    "PAYMENT_PROVIDER_BEFORE",
    { none: {}, worldline, oppwa, datatrans },
    {
      about:
        "after a change of `PAYMENT_PROVIDER`: the previous one, with its settings, so that its payments are settled and refunded there. Without it Kasse does not start while such payments are unfinished",
      namedInProduction: false,
    },
  ),
} as const;
