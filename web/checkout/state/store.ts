import { DEFAULT_LOCALE, type Locale } from "#core/locale.ts";
import { call, type Result } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { drawn } from "#web/kit/drawn.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft, type CheckoutAnswer, type CheckoutRecord, type Draft } from "#web/session/draft.ts";

/** What the shopper sees of the checkout; `record` runs ahead of `answer` while a change is on its way. */
export type CheckoutState = {
  readonly id: string | null;
  readonly record: CheckoutRecord | null;
  readonly answer: CheckoutAnswer | null;
  readonly saving: boolean;
  /** Why the last change was taken back. */
  readonly failure: Failure | null;
  readonly account: string | null;
  readonly business: boolean;
  readonly form: Draft["form"];
};

export type CheckoutStore = {
  readonly read: () => CheckoutState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes the record at once and prices it; takes the change back when the server refuses. */
  readonly change: (edit: (record: CheckoutRecord) => CheckoutRecord) => Promise<Result<CheckoutAnswer>>;
  /** Prices the record as it stands, for a fresh page, another language, or a new price that was agreed to. */
  readonly reprice: () => Promise<Result<CheckoutAnswer>>;
  /** Remembers what belongs to the customer, or forgets the person before. */
  readonly remember: (change: Partial<Pick<Draft, "form" | "account" | "business">>) => void;
};

/** The checkout of this tab, as kept in the browser. One request at a time; of waiting changes only the last is sent. */
export function createCheckoutStore(locale: Locale = DEFAULT_LOCALE): CheckoutStore {
  const id = checkoutId();
  const draft = id === null ? null : readDraft(id);
  const listeners = new Set<() => void>();
  let state: CheckoutState = {
    id,
    record: draft?.record ?? null,
    answer: draft?.answerLocale === locale ? draft.answer : null,
    saving: false,
    failure: null,
    account: draft?.account ?? null,
    business: draft?.business ?? false,
    form: draft?.form ?? {},
  };
  let confirmed = state.record;
  let running: Promise<Result<CheckoutAnswer>> | null = null;

  const set = (change: Partial<CheckoutState>) => {
    state = { ...state, ...change };
    listeners.forEach((listener) => listener());
  };

  async function send(): Promise<Result<CheckoutAnswer>> {
    set({ saving: true });
    for (;;) {
      const asked = state.record;
      if (id === null || asked === null) return finish({ ok: false, failure: { kind: "error" } });
      const result = await call("checkout", { body: { ...asked, id } });
      if (state.record === asked) return finish(result);
    }
  }

  function finish(result: Result<CheckoutAnswer>): Result<CheckoutAnswer> {
    running = null;
    if (result.ok) {
      confirmed = state.record;
      set({ answer: result.value, saving: false, failure: null });
      if (id !== null) changeDraft(id, { record: confirmed, answer: result.value, answerLocale: locale });
    } else {
      set({ record: confirmed, saving: false, failure: result.failure });
    }
    return result;
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(edit) {
      if (state.record) set({ record: edit(state.record), saving: true, failure: null });
      return (running ??= drawn().then(send));
    },
    reprice: () => (running ??= send()),
    remember(change) {
      set(change);
      if (id !== null) changeDraft(id, change);
    },
  };
}
