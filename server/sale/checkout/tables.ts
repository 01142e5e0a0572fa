import type { Generated } from "kysely";
import type { ShopFailureName } from "#contract/failures.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import type { Alternative, SolvencyCheck } from "#core/catalogue/codes.ts";
import type { CheckoutSource } from "#core/checkout-record/source.ts";
import type { AgeAnswer, DetailMatches, HolderVerdict } from "#core/phone-numbers/holder-match.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Quote, Totals } from "#core/price/pricing.ts";
import type { Created, Timestamp, NullableStoredJson, StoredJson } from "#server/platform/database/columns.ts";

/** The quote that the shopper saw last, which is binding, and the version of its catalogue. */
export type ShownQuote = {
  readonly quote: Quote;
  readonly catalogueVersion: number;
  /**
   * A new catalogue has changed the price, and the shopper has not agreed yet: the previous totals, and the version of
   * their catalogue.
   */
  readonly unagreed?: { readonly catalogueVersion: number; readonly totals: Totals };
};

export type FormStage = "person" | "address" | "all";

/**
 * The result of creating the customer. `contract`: the product family and the kind of contract that it was checked for.
 */
export type CustomerCreated = { readonly contract: string; readonly solvent: boolean };

/**
 * The result of the solvency check. `person` is a keyed hash of the person; `accepts` comes from the verdict of the
 * operator's system.
 */
export type SolvencyAnswer = {
  readonly person: string;
  readonly solvent: boolean;
  /**
   * The check that decided. `changed`: the details of a refused person have changed since, so a member of staff
   * decides.
   */
  readonly check?: SolvencyCheck | "changed" | undefined;
  readonly accepts?: readonly Alternative[] | undefined;
};

/**
 * The consent by which the mobile network filled in the form. Its data is only in the form, which the shopper can
 * change.
 */
export type FilledIn = {
  /** ISO 8601. */
  readonly at: string;
  readonly locale: Locale;
  /** What the shopper read before, verbatim. */
  readonly text: string;
  /** CAMARA's names of what the network sent. */
  readonly fields: readonly string[];
};

/**
 * The consent to ask the provider of a number whether the customer is its holder, and the result: the answers, never
 * the data.
 */
export type HolderMatch = {
  /** The consent, verbatim, and the language in which it was ticked. */
  readonly text: string;
  readonly locale: Locale;
  /** When the provider was asked, ISO 8601. */
  readonly at: string;
  /** A keyed hash of what was asked, so that it is not asked twice. An order does not have it. */
  readonly asked?: string;
  readonly verdict: HolderVerdict;
  /** Empty if there was no answer. */
  readonly details: DetailMatches;
  /** Whether the holder is of age, if that was asked. */
  readonly age?: AgeAnswer;
};

/**
 * What a customer accepted and proved with the order: the terms, the authorisation of the number transfer, an e-ID.
 * `version` is a hash of the texts in all languages.
 */
export type AcceptedTerms = {
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly locale: Locale;
  readonly documents: readonly { readonly code: string; readonly title: string; readonly url: string }[];
  /** The authorisation of the number transfer, verbatim, if it was shown and ticked. */
  readonly authority?: string;
  /** The language of `authority`, if it was recorded; otherwise it is `locale`. */
  readonly authorityLocale?: Locale;
  /** The check that the customer holds the number to be transferred, if they agreed to it. */
  readonly holderMatch?: HolderMatch;
  /** The e-ID that identified the customer. `instead`: it replaced the picture of the document. */
  readonly eid?: { readonly verification: string; readonly at: string; readonly instead: boolean };
  readonly filledIn?: FilledIn;
};

declare module "#server/platform/database/tables.ts" {
  /** Purchases in progress. */
  interface Tables {
    checkouts: {
      id: string;
      revision: Generated<number>;
      record: StoredJson;
      shown: StoredJson;
      locale: Locale;
      source: Generated<CheckoutSource>;
      /** The shopper agreed to one reminder, and it has not been sent yet. */
      remind: Generated<boolean>;
      registered_email: string | null;
      registered_hash: string | null;
      account_id: string | null;
      /** Its identity data is encrypted. */
      form: NullableStoredJson;
      form_stage: FormStage | null;
      document_id: string | null;
      customer_created: NullableStoredJson;
      solvency: NullableStoredJson;
      terms: NullableStoredJson;
      filled_in: NullableStoredJson;
      created_at: Created;
      updated_at: Created;
    };
    checkout_calls: {
      checkout_id: string;
      at: Date;
      call: EndpointName;
      failure: ShopFailureName | null;
      detail: string | null;
      times: number;
    };
    credit_checks: {
      question: string;
      related: string[];
      asked_at: Timestamp;
      /** The result; null until it is known. */
      answer: NullableStoredJson;
    };
    checkout_links: {
      secret_hash: Buffer;
      checkout_id: string;
      /** The hash of the e-mail address that the link was sent to; null for links of the previous version. */
      email_hash: Buffer | null;
      expires_at: Timestamp;
    };
  }
}
