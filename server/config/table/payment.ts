import type { BrandCode } from "#core/payment/payment-brands.ts";
import { anyHexKey, hexKey, webhookKeys } from "../key-schemas.ts";
import { namedValues, numberList, originList, someOf, text, webAddress, wholeNumber } from "../schemas.ts";
import { addedTo } from "../options.ts";
import { choice, optional, setting } from "../setting.ts";

/** Brands that the widget of an Open Payment Platform provider has a form for. */
const OPPWA_BRANDS = ["VISA", "MASTER", "AMEX", "PAYPAL", "SOFORTUEBERWEISUNG"] as const satisfies readonly BrandCode[];
/** The methods that Datatrans' payment page can offer, by its short names (API reference, `paymentMethods`). */
const DATATRANS_METHODS = ["TWI", "VIS", "ECA", "AMX", "PFC", "APL", "PAY", "PAP"] as const;
export type DatatransMethod = (typeof DATATRANS_METHODS)[number];

const sandbox = {
  port: setting("PAYMENT_SANDBOX_PORT", wholeNumber(0, 65_535), {
    default: { shown: "`PORT` + 1", of: ({ port }) => String(port === 0 ? 0 : port + 1) },
    about: "the sandbox's port",
  }),
};

/** The payment providers of Kasse itself. */
export const SANDBOXES = { "sandbox-hosted": sandbox, "sandbox-widget": sandbox };

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
    about: "`id:secret,…` of the webhook keys; two while one is being replaced",
  }),
  variant: optional("WORLDLINE_VARIANT", text, {
    about: "the design of the hosted pages",
  }),
  products: setting("WORLDLINE_PRODUCTS", numberList, {
    default: "",
    about: "payment products to offer, such as `1,3,840`; otherwise all of the contract",
  }),
};

const oppwa = {
  url: setting("OPPWA_URL", webAddress, {
    about: "the platform, such as `https://eu-test.oppwa.com`",
  }),
  entityId: setting("OPPWA_ENTITY_ID", text, { about: "the shop's entity id" }),
  token: setting("OPPWA_TOKEN", text, { secret: true, about: "its access token" }),
  brands: setting("OPPWA_BRANDS", someOf(OPPWA_BRANDS), {
    default: "VISA MASTER PAYPAL",
    about: "the brands that the widget offers",
  }),
  scriptOrigins: setting("OPPWA_SCRIPT_ORIGINS", originList, {
    default: "https://p11.techlab-cdn.com",
    about: "other origins of the widget's scripts, separated by spaces; only the payment page allows them",
  }),
  testParameters: setting("OPPWA_TEST_PARAMETERS", namedValues, {
    default: "",
    about: "`name=value …` for a test account, such as `testMode=EXTERNAL`; in production with a test platform only",
  }),
  webhookKey: optional("OPPWA_WEBHOOK_KEY", hexKey, {
    secret: true,
    about: "64 hex digits that decrypt notifications; without it, payments are settled by the result URL and the job",
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
      "methods to offer: TWINT `TWI`, Visa `VIS`, Mastercard `ECA`, American Express `AMX`, PostFinance `PFC`, Apple Pay `APL`, Google Pay `PAY`, PayPal `PAP`. With one, its page opens at once",
  }),
  signKey: optional("DATATRANS_SIGN_KEY", anyHexKey, {
    secret: true,
    about: "the HMAC key of webhooks, in hex digits; without it, payments are settled by the return page and the job",
  }),
};

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
  payment: choice(
    "PAYMENT_PROVIDER",
    { ...SANDBOXES, worldline, oppwa, datatrans, ...addedTo("payment") },
    { about: "a webhook's address is `PUBLIC_URL/public-api/payment-webhook/<provider>`" },
  ),
  paymentBefore: choice(
    "PAYMENT_PROVIDER_BEFORE",
    { none: {}, worldline, oppwa, datatrans, ...addedTo("payment") },
    {
      about:
        "after a change of `PAYMENT_PROVIDER`, the previous one with its settings, for its open payments and refunds. Kasse does not start without it while such payments are unfinished",
      namedInProduction: false,
    },
  ),
} as const;
