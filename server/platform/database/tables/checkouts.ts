import type { Alternative, SolvencyCheck } from "#core/codes.ts";
import type { Generated } from "kysely";
import type { ShopFailureName } from "#contract/failures.ts";
import type { EndpointName } from "#contract/paths.ts";
import type { EidRefusal } from "#core/eid.ts";
import type { Locale } from "#core/locale.ts";
import type { Quote, Totals } from "#core/pricing.ts";
import type { NullableStoredJson, StoredJson, Moment, NullableMoment, Created } from "./column.ts";

/** The quote that the shopper saw last, which is binding, and its catalogue version. */
export type ShownQuote = {
  readonly quote: Quote;
  readonly catalogueVersion: number;
  /** Set while the shopper has not agreed to a price that a new catalogue changed: what the record cost before, and by which catalogue. */
  readonly unagreed?: { readonly catalogueVersion: number; readonly totals: Totals };
};

export type FormStage = "person" | "address" | "all";

/** The result of creating the customer. `contract` is the family and kind of contract that it was checked for. */
export type CustomerCreated = { readonly contract: string; readonly solvent: boolean };

/** What the solvency check answered. `person` is a keyed hash of whom it was asked about; `check` and `accepts` as in the port's verdict. */
export type SolvencyAnswer = {
  readonly person: string;
  readonly solvent: boolean;
  /** What was looked at; `changed`: the details of a person who was refused have changed since, so a person decides. */
  readonly check?: SolvencyCheck | "changed" | undefined;
  readonly accepts?: readonly Alternative[] | undefined;
};

/** What a customer has accepted and proven with the order: the terms, the authority to transfer a number, an e-ID. `version` is a hash of their texts in all languages. */
export type AcceptedTerms = {
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly locale: Locale;
  readonly documents: readonly { readonly code: string; readonly title: string; readonly url: string }[];
  /** The authority to transfer a number, word for word, if it was shown and ticked. */
  readonly authority?: string;
  /** Its language, if that was recorded; otherwise `locale`. */
  readonly authorityLocale?: Locale;
  /** The e-ID that the customer has identified with; `instead`: of a picture of the document. */
  readonly eid?: { readonly verification: string; readonly at: string; readonly instead: boolean };
};

/** Purchases on their way, with the documents of the shoppers. */
export type CheckoutTables = {
  checkouts: {
    id: string;
    revision: Generated<number>;
    record: StoredJson;
    shown: StoredJson;
    locale: Locale;
    /** The shopper agreed to one reminder, which is not sent yet. */
    remind: Generated<boolean>;
    registered_email: string | null;
    registered_hash: string | null;
    account_id: string | null;
    /** The identity data in it is encrypted. */
    form: NullableStoredJson;
    form_stage: FormStage | null;
    document_id: string | null;
    customer_created: NullableStoredJson;
    solvency: NullableStoredJson;
    terms: NullableStoredJson;
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
    asked_at: Moment;
    /** Null while it is asked. */
    answer: NullableStoredJson;
  };
  checkout_links: {
    secret_hash: Buffer;
    checkout_id: string;
    /** Of the address that it was mailed to; null for links of the version before. */
    email_hash: Buffer | null;
    expires_at: Moment;
  };
  documents: {
    id: string;
    checkout_id: string;
    storage_key: string;
    key_id: string;
    bytes: number;
    /** Of the secret by which whoever sent the picture may have it read. */
    reading_hash: Buffer | null;
    /** Whether it belongs to an order. */
    ordered: Generated<boolean>;
    created_at: Created;
  };
  document_reads: {
    id: Generated<string>;
    document_id: string;
    order_number: string;
    reader: string;
    reason: string;
    read_at: Created;
  };
  photo_links: {
    checkout_id: string;
    secret_hash: Buffer;
    person_hash: Buffer;
    reading_hash: Buffer | null;
    expires_at: Moment;
    used_at: NullableMoment;
  };
  eid_verifications: {
    checkout_id: string;
    verifier_id: string;
    secret_hash: Buffer;
    state: Generated<"waiting" | "verified" | "refused">;
    reason: EidRefusal | null;
    /** The keyed hash of what the e-ID says, with the person of the form; null while it is not verified, or says another person. */
    proof: Buffer | null;
    verified_at: NullableMoment;
    asked_at: NullableMoment;
    expires_at: Moment;
  };
  document_claims: { document_hash: Buffer; account_id: string };
  document_links: { id: Generated<string>; order_id: string; expires_at: Moment };
};
