import type { Config, LimitName, LimitsNamed } from "#server/config/config.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { EsimOffer } from "#server/sale/checkout/offered-sim.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CustomerSystems } from "./customer-systems.ts";
import type { KnownBrowserNeeds } from "#server/people/known-browser.ts";

type FormLimit = Extract<LimitName, `${"customers" | "transfers" | "solvency" | "numberHolds"}${string}`>;

/** What the calls of the customer form need: the checkout and the operator's systems. */
export type CustomerNeeds = CheckoutNeeds &
  KnownBrowserNeeds &
  EsimOffer &
  LimitsNamed<FormLimit> & {
    readonly customers: CustomerSystems;
    readonly brand: Brand;
    readonly config: Pick<Config, "reviewDays" | "eid">;
    readonly documentNumberKey: Buffer;
    readonly security: SecurityLog;
  };
