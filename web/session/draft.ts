import type { CustomerForm, IdentityField } from "#core/form/fields.ts";
import type { OnWire } from "#core/form/spelling.ts";
import type { Step } from "#core/steps/steps.ts";
import type { AnswerOf, BodyOf } from "#contract/shop/calls.ts";
import { browserStorage, draftKeys } from "./storage.ts";
import { forgetTick } from "./terms-tick.ts";

export type CheckoutRecord = BodyOf<"checkout">;
export type CheckoutAnswer = AnswerOf<"checkout">;

/** Fields that browsers never store, so they must be typed again after a reload (ASVS 14.3.3). */
const NEVER_STORED: ReadonlySet<string> = new Set<IdentityField>(["idNo", "issuer", "issueDate", "validUntil", "puk"]);

/** The form as browsers store it. It uses the field names of the wire, so that pages of other versions can read it. */
type StoredForm = Partial<OnWire<CustomerForm>>;

/**
 * The choices and input of one checkout. Never contains a password, a PUK, or an identity document's data or picture.
 */
export type Draft = {
  readonly record: CheckoutRecord | null;
  /** The last summary, in the language `answerLocale`. */
  readonly answer: CheckoutAnswer | null;
  readonly answerLocale: string | null;
  /** The totals before a catalogue change that the shopper has not agreed to yet. */
  readonly previousTotals: NonNullable<CheckoutAnswer["previous"]> | null;
  /** The record before the shopper took an alternative to refused credit; null if none was taken. */
  readonly before: CheckoutRecord | null;
  /** The alternative excluded the number transfer that the shopper had chosen. */
  readonly transferBefore: boolean;
  /** The shopper was refused credit and requested a decision by a person. */
  readonly reviewAsked: boolean;
  readonly form: StoredForm;
  /** The part of the form that the server has stored. An order would contain only this part. */
  readonly saved: StoredForm;
  /** E-mail or phone of the account, for the summary of step 3. */
  readonly account: string | null;
  readonly business: boolean;
  /** The most recently entered page, where the shopper can continue. */
  readonly page: Step | null;
  /** Time of the last write, in ms since 1970. */
  readonly at: number;
};

const EMPTY: Draft = {
  record: null,
  answer: null,
  answerLocale: null,
  previousTotals: null,
  before: null,
  transferBefore: false,
  reviewAsked: false,
  form: {},
  saved: {},
  account: null,
  business: false,
  page: null,
  at: 0,
};
/** How long drafts are stored, in ms: one week, because they contain personal data. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export function readDraft(id: string): Draft {
  try {
    return { ...EMPTY, ...(JSON.parse(browserStorage.read(`draft.${id}`) ?? "{}") as Partial<Draft>) };
  } catch {
    return EMPTY;
  }
}

export function changeDraft(id: string, change: Partial<Omit<Draft, "at">>): void {
  write(id, { ...readDraft(id), ...change, at: Date.now() });
}

function write(id: string, draft: Draft): void {
  const [form, saved] = [storable(draft.form), storable(draft.saved)];
  browserStorage.write(`draft.${id}`, JSON.stringify({ ...draft, form, saved }));
}

const storable = (form: StoredForm): StoredForm =>
  Object.fromEntries(Object.entries(form).filter(([field]) => !NEVER_STORED.has(field)));

/** Removes a checkout's draft and its tick for the terms. */
export function forgetDraft(id: string): void {
  browserStorage.remove(`draft.${id}`);
  forgetTick(id);
}

/** Whether a draft was last written more than a week ago. */
export function isOld({ at }: Pick<Draft, "at">, now = Date.now()): boolean {
  return now - at > RETENTION_MS;
}

/**
 * Removes drafts that were last written more than a week ago. In the others, removes fields that only earlier versions
 * stored.
 */
export function forgetOldDrafts(now = Date.now()): void {
  for (const key of draftKeys()) {
    const id = key.slice("draft.".length);
    const draft = readDraft(id);
    if (isOld(draft, now)) forgetDraft(id);
    else if (Object.keys(draft.form).some((field) => NEVER_STORED.has(field))) write(id, draft);
  }
}
