import * as v from "valibot";
import {
  ARMS,
  EXPERIMENT_IDS,
  EXPERIMENTS,
  type ExperimentId,
  type ExperimentStep,
} from "../../core/checkout-record/experiments.ts";
import { CITIZEN_GROUPS, DOCUMENT_TYPES, type DocumentType } from "../../core/document/documents.ts";
import type { Step } from "../../core/steps/steps.ts";
import { OrderNext, StoredRecord } from "./checkout.ts";
import { Chf, Nothing } from "./fields.ts";
import { Refusal, User } from "./customer.ts";

const AgbEntry = v.object({ code: v.string(), title: v.string(), url: v.string(), required: v.boolean() });

const DocumentTypes = v.array(v.picklist(Object.keys(DOCUMENT_TYPES) as DocumentType[]));

type ExperimentAt<S extends ExperimentStep> = {
  [Id in ExperimentId]: (typeof EXPERIMENTS)[Id]["step"] extends S ? Id : never;
}[ExperimentId];

/**
 * Returns the schema for the experiment arms that a step shows (ADR 50). If an experiment is absent, arm A is shown.
 */
function armsAt<S extends ExperimentStep>(step: S) {
  const ids = EXPERIMENT_IDS.filter((id): id is ExperimentAt<S> => EXPERIMENTS[id].step === step);
  return v.optional(v.partial(v.object(v.entriesFromList(ids, v.picklist(ARMS)))));
}

/** What step 6 needs to show a provider's form inside the page. */
export const PaymentForm = v.object({
  scriptUrl: v.string(),
  integrity: v.string(),
  formAction: v.string(),
  brands: v.array(v.string()),
});

/** The responses of `/prepare/{step}/{page-step}` (wire). */
export const PREPARE_ANSWERS = {
  "1": v.object({
    onStock: v.number(),
    postpaid: v.boolean(),
    tv: v.boolean(),
    stb: Chf,
    stb2: Chf,
    arms: armsAt("1"),
  }),
  "2": Nothing,
  /**
   * `user`: the customer who can continue without a new login. `name` (first and last name) is only set for the
   * customer's token.
   */
  "3": v.object({ user: v.optional(v.object({ email: v.string(), name: v.optional(v.string()) })) }),
  "4": v.object({
    user: User,
    tv: v.boolean(),
    postpaid: v.boolean(),
    solvent: v.boolean(),
    /** Why the customer is not solvent, and what can be bought instead. */
    refusal: v.optional(Refusal),
    /** Whether the SIM can be an eSIM: the shop sells eSIMs, and the device supports them. */
    esim: v.boolean(),
    /** The name of the purchased device. */
    device: v.nullable(v.string()),
    /** Whether there are new numbers to choose from. */
    numbers: v.boolean(),
    /** The day a SIM card would arrive by post, and the earliest day of a transfer, as `YYYY-MM-DD`. */
    expected: v.object({ post: v.string(), transfer: v.string() }),
    arms: armsAt("4"),
  }),
  "4a": v.object({
    user: User,
    /** Whether letters can go to a P.O. box: the tariff allows it, and the order includes no parcel. */
    poBox: v.boolean(),
  }),
  "5": v.object({
    user: User,
    postpaid: v.boolean(),
    tv: v.boolean(),
    business: v.boolean(),
    /** Why the order would be put on hold, and what can be bought instead; absent until it is known. */
    refusal: v.optional(Refusal),
    /** False if a business customer's record lacks the last name or the address, so that no order is possible. */
    recordComplete: v.boolean(),
    /** The identity document that was sent before, because browsers do not store it. Only for the customer's token. */
    identity: v.optional(
      v.object({
        identifiedBy: v.string(),
        citizenship: v.string(),
        idNo: v.string(),
        issuer: v.string(),
        issueDate: v.string(),
        validUntil: v.string(),
      }),
    ),
    /**
     * What today's law accepts for this contract: the document types for each group of citizens, and whether a copy is
     * required.
     */
    documents: v.object({
      offered: v.object(v.entriesFromList(CITIZEN_GROUPS, DocumentTypes)),
      copyNeeded: v.boolean(),
    }),
    /** Whether the checkout already has a picture of the identity document. */
    documentKept: v.boolean(),
    /** Whether an uploaded picture is read to fill in the fields of the document. */
    documentRead: v.boolean(),
    /**
     * How an e-ID is accepted: it fills in the fields and, with `replacesPicture`, also replaces the picture. Null if
     * the shop accepts no e-IDs.
     */
    eid: v.nullable(v.object({ replacesPicture: v.boolean() })),
    /** What an order placed now would be for: the terms of each line as text, and what happens when. */
    review: v.object({
      /** Sent with the order, which is refused if it would be for something else by then. */
      version: v.string(),
      /** The record as the server has it, because another window may have changed it. */
      record: StoredRecord,
      lines: v.array(v.object({ code: v.string(), name: v.string(), notes: v.array(v.string()) })),
      next: OrderNext,
    }),
    /** The fee for a bill by post, in CHF per month. */
    postBillFee: Chf,
    agb: v.array(AgbEntry),
    /** The version of the terms. It is sent with create-customer, which is refused if the terms have changed since. */
    agbVersion: v.string(),
    gdpr: v.object({ title: v.string(), url: v.string() }),
  }),
  "6": v.object({
    amount: Chf,
    lastOutcome: v.nullable(v.picklist(["declined", "cancelled", "expired", "refunded", "pending"])),
    widget: v.nullable(PaymentForm),
  }),
  "7": v.object({ solvent: v.boolean() }),
} as const satisfies Record<Step, v.GenericSchema>;

export type PrepareAnswers = { [Step in keyof typeof PREPARE_ANSWERS]: v.InferOutput<(typeof PREPARE_ANSWERS)[Step]> };
