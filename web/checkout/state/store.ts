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
  /** The answer is in another language than the page, or the server may hold a change that was taken back here. */
  readonly stale: boolean;
  readonly saving: boolean;
  /** Why the last change was taken back. */
  readonly failure: Failure | null;
  /** The totals before a change of the catalogue that the shopper has not agreed to yet. */
  readonly unagreed: Draft["unagreed"];
  readonly account: string | null;
  readonly business: boolean;
  readonly form: Draft["form"];
};

type Edit = (record: CheckoutRecord) => CheckoutRecord;
export type CheckoutStore = {
  readonly read: () => CheckoutState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes the record at once and prices it; takes the change back when the server refuses. */
  readonly change: (edit: Edit) => Promise<Result<CheckoutAnswer>>;
  /** As `change`, once the calls for it have paused for half a second; earlier when anything else is done. */
  readonly changeSoon: (edit: Edit) => void;
  /** Prices the record as it stands, for a fresh page or another language; `agreed`: the shopper has agreed to the price that comes. */
  readonly reprice: (how?: { readonly agreed: true }) => Promise<Result<CheckoutAnswer>>;
  /**
   * What is shown is what the server holds, before anything is built on it: changes that wait are made, those on their
   * way are waited for, and where an answer was lost the record is sent again. Answers why it is not so.
   */
  readonly settle: () => Promise<Failure | null>;
  /** The shopper has agreed to the price that is shown. */
  readonly agree: () => void;
  /** Keeps the form while it is typed. Nothing is drawn anew for it: only later pages show what was typed. */
  readonly keepForm: (form: Draft["form"]) => void;
  /** Remembers what belongs to the customer, or forgets the person before. */
  readonly remember: (change: Partial<Pick<Draft, "form" | "account" | "business">>) => void;
};

/** A slider that is moved is priced when it has rested so many milliseconds (specification 4). */
const SOON = 500;

/** The checkout of this tab, as kept in the browser. One request at a time; of waiting changes only the last is sent. */
export function createCheckoutStore(locale: Locale = DEFAULT_LOCALE): CheckoutStore {
  const id = checkoutId();
  const draft = id === null ? null : readDraft(id);
  const listeners = new Set<() => void>();
  let state: CheckoutState = {
    id,
    record: draft?.record ?? null,
    answer: draft?.answer ?? null,
    stale: draft?.answerLocale !== locale,
    saving: false,
    failure: null,
    unagreed: draft?.unagreed ?? null,
    account: draft?.account ?? null,
    business: draft?.business ?? false,
    form: draft?.form ?? {},
  };
  /** The last record that the server is known to hold, and its answer. */
  let confirmed = { record: state.record, answer: state.answer };
  let running: Promise<Result<CheckoutAnswer>> | null = null;
  let agreed = false;
  let waiting: { readonly edit: Edit; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  const set = (change: Partial<CheckoutState>) => {
    state = { ...state, ...change };
    listeners.forEach((listener) => listener());
  };

  async function send(): Promise<Result<CheckoutAnswer>> {
    set({ saving: true });
    for (;;) {
      const asked = state.record;
      if (id === null || asked === null) return finish({ ok: false, failure: { kind: "fault" } });
      const result = await call("checkout", { body: { ...asked, id } });
      if (result.ok) confirmed = { record: asked, answer: result.value };
      if (state.record === asked) return finish(result);
    }
  }

  function finish(result: Result<CheckoutAnswer>): Result<CheckoutAnswer> {
    running = null;
    if (result.ok) {
      // Of several changes the price before the first is the one that the shopper knows.
      const unagreed = agreed ? null : (state.unagreed ?? result.value.previous ?? null);
      agreed = false;
      set({ answer: result.value, stale: false, saving: false, failure: null, unagreed });
      if (id !== null) changeDraft(id, { ...confirmed, answerLocale: locale, unagreed });
    } else {
      const stale = state.stale || mayHaveHappened(result.failure);
      set({ ...confirmed, stale, saving: false, failure: result.failure });
      // A page that is loaded now asks anew.
      if (id !== null) changeDraft(id, { ...confirmed, ...(stale && { answerLocale: null }) });
    }
    return result;
  }

  function takeWaiting(): void {
    if (!waiting) return;
    const { edit, timer } = waiting;
    waiting = null;
    clearTimeout(timer);
    void change(edit);
  }

  function change(edit: Edit): Promise<Result<CheckoutAnswer>> {
    takeWaiting();
    if (state.record) set({ record: edit(state.record), saving: true, failure: null });
    return (running ??= drawn().then(send));
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    changeSoon(edit) {
      if (waiting) clearTimeout(waiting.timer);
      waiting = { edit, timer: setTimeout(takeWaiting, SOON) };
    },
    reprice(how) {
      agreed ||= how?.agreed ?? false;
      return (running ??= send());
    },
    async settle() {
      takeWaiting();
      if (!running && !state.stale) return null;
      const result = await (running ??= send());
      return result.ok ? null : result.failure;
    },
    agree() {
      set({ unagreed: null });
      if (id !== null) changeDraft(id, { unagreed: null });
    },
    keepForm(form) {
      state = { ...state, form };
      if (id !== null) changeDraft(id, { form });
    },
    remember(change) {
      set(change);
      if (id !== null) changeDraft(id, change);
    },
  };
}

/** No word of the server's own came: whether it did what it was asked is unknown. */
function mayHaveHappened({ kind }: Failure): boolean {
  return kind === "network" || kind === "fault";
}
