import type { Alternative, SolvencyCheck } from "#core/catalogue/codes.ts";
import type { Day } from "#core/time/dates.ts";
import type { TransferReason } from "#core/phone-numbers/transfer-states.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import type { Config, LimitName, LimitsNamed } from "#server/config/config.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { EsimOffer } from "#server/sale/checkout/checkout.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { KnownBrowserNeeds } from "#server/authentication/known-browser.ts";

/**
 * The operator's systems: customer base, number transfer, solvency, address check (decisions, integrations). Every method may
 * throw Unavailable.
 */
export type CustomerSystems = CustomerBase & {
  /** What the old provider says of a number transfer. */
  checkTransfer(transfer: {
    msisdn: string;
    subscriptionType: string;
    puk: string;
    /** Whose number it has to be: a name that differs is the usual cause of a rejected transfer (domain facts). */
    holder: { firstName: string; lastName: string };
  }): Promise<TransferVerdict>;
  /** Whether another customer of the operator uses a document, which country, type and number identify together. */
  isDocumentUsed(document: { country: string; type: string; number: string }): Promise<boolean>;
  isAddressBad(address: { street: string; number: string; postalCode: string; city: string }): Promise<boolean>;
  /** For customers who are not in the base. */
  checkSolvency(person: {
    firstName: string;
    lastName: string;
    birthday: string;
    postalCode: string;
  }): Promise<SolvencyVerdict>;
};

/** The fields that the old provider refuses, none if it accepts; of the number perhaps why. */
type TransferVerdict = {
  /** The first day on which the old contract lets the number go, where it still runs. */
  readonly earliest?: Day | undefined;
  readonly refused: readonly ("mnpMsisdn" | "puk")[];
  readonly reason?: TransferReason | undefined;
};

/** An answer of the solvency check. Of a refusal it may say by what, and which alternatives are allowed; otherwise the catalogue decides. */
type SolvencyVerdict = {
  readonly solvent: boolean;
  readonly check?: SolvencyCheck | undefined;
  readonly accepts?: readonly Alternative[] | undefined;
};

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
