import type { BrandCode } from "#core/payment/payment-brands.ts";
import { hexKey } from "#server/config/key-schemas.ts";
import { originList, someOf } from "#server/config/list-schemas.ts";
import { text, webAddress } from "#server/config/schemas.ts";
import { optional, setting } from "#server/config/setting.ts";
import { namedValues } from "./schemas.ts";

/** Brands that the widget of an Open Payment Platform provider has a form for. */
const OPPWA_BRANDS = ["VISA", "MASTER", "AMEX", "PAYPAL", "SOFORTUEBERWEISUNG"] as const satisfies readonly BrandCode[];

/** The account at an Open Payment Platform: `PAYMENT_PROVIDER=oppwa`. */
export const OPPWA = {
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
} as const;

declare module "#server/config/options.ts" {
  interface PaymentOptions {
    readonly oppwa: typeof OPPWA;
  }
}
