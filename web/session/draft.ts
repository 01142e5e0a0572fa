import type { CustomerForm, IdentityField } from "#core/form/fields.ts";
import type { OnWire } from "#core/form/spelling.ts";
import type { Step } from "#core/steps/steps.ts";
import type { AnswerOf, BodyOf } from "#contract/shop/calls.ts";
import { browserStorage, draftKeys } from "./storage.ts";
import { forgetTick } from "./terms-tick.ts";

export type CheckoutRecord = BodyOf<"checkout">;
export type CheckoutAnswer = AnswerOf<"checkout">;

/** Fields that a browser never stores: after a reload they must be typed again (ASVS 14.3.3). */
const NEVER_STORED: ReadonlySet<string> = new Set<IdentityField>(["idNo", "issuer", "issueDate", "validUntil", "puk"]);

/** The form as browsers store it: with the field names of the wire, which pages of every version can read. */
type StoredForm = Partial<OnWire<CustomerForm>>;

/** The choices and input of one checkout. Never contains a password, data or the picture of a document, or a PUK. */
export type Draft = {
  readonly record: CheckoutRecord | null;
  /** The last summary, in the language `answerLocale`. */
  readonly answer: CheckoutAnswer | null;
  readonly answerLocale: string | null;
  /** The totals before a change of the catalogue that the shopper has not agreed to yet. */
  readonly previousTotals: NonNullable<CheckoutAnswer["previous"]> | null;
  /** The record before an alternative to refused credit was taken. */
  readonly before: CheckoutRecord | null;
  /** That alternative did not allow the transfer of the number. */
  readonly transferBefore: boolean;
  /** The shopper was refused credit and asked for a decision by a person. */
  readonly reviewAsked: boolean;
  readonly form: StoredForm;
  /** The part of the form that the server has stored and that the order would be made from. */
  readonly saved: StoredForm;
  /** E-mail or phone of the account, for the summary of step 3. */
  readonly account: string | null;
  readonly business: boolean;
  /** The page that was entered last, where the order can be continued. */
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
/** Retention of drafts, in ms: one week, because they contain personal data. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

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

/** Removes the draft of a checkout and its tick for the terms. */
export function forgetDraft(id: string): void {
  browserStorage.remove(`draft.${id}`);
  forgetTick(id);
}

/** Whether a draft was last written more than a week ago. */
export function isOld({ at }: Pick<Draft, "at">, now = Date.now()): boolean {
  return now - at > KEEP_MS;
}

/**
 * Removes drafts that were last written more than a week ago, and fields in the others that only earlier versions
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
