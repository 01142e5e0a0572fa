import type { CustomerForm } from "#core/customer-form.ts";
import type { AnswerOf, BodyOf } from "#contract/endpoints.ts";
import { draftKeys, kept } from "./storage.ts";
import { forgetTick } from "./terms-tick.ts";

export type CheckoutRecord = BodyOf<"checkout">;
export type CheckoutAnswer = AnswerOf<"checkout">;

/** What was chosen and typed in one checkout: never a password, never a document's image. */
export type Draft = {
  readonly record: CheckoutRecord | null;
  /** The summary as last seen, in this language. */
  readonly answer: CheckoutAnswer | null;
  readonly answerLocale: string | null;
  /** The totals before a change of the catalogue that the shopper has not agreed to yet. */
  readonly unagreed: NonNullable<CheckoutAnswer["previous"]> | null;
  readonly form: Partial<CustomerForm>;
  /** E-mail or phone of the account, for the summary of step 3. */
  readonly account: string | null;
  readonly business: boolean;
  /** When it was last written, in milliseconds. */
  readonly at: number;
};

const EMPTY: Draft = {
  record: null,
  answer: null,
  answerLocale: null,
  unagreed: null,
  form: {},
  account: null,
  business: false,
  at: 0,
};
/** Forgotten drafts hold personal data: a month is enough. */
const KEEP_FOR = 30 * 24 * 60 * 60 * 1000;

export function readDraft(id: string): Draft {
  try {
    return { ...EMPTY, ...(JSON.parse(kept.read(`draft.${id}`) ?? "{}") as Partial<Draft>) };
  } catch {
    return EMPTY;
  }
}

export function changeDraft(id: string, change: Partial<Omit<Draft, "at">>): void {
  kept.write(`draft.${id}`, JSON.stringify({ ...readDraft(id), ...change, at: Date.now() }));
}

/** Forgets what was typed and ticked in a checkout. */
export function forgetDraft(id: string): void {
  kept.remove(`draft.${id}`);
  forgetTick(id);
}

/** Removes drafts of checkouts that were left long ago. */
export function forgetOldDrafts(now = Date.now()): void {
  for (const key of draftKeys()) {
    const id = key.slice("draft.".length);
    if (now - readDraft(id).at > KEEP_FOR) forgetDraft(id);
  }
}
