import type { AnswerOf } from "#contract/shop/calls.ts";
import { DEFAULT_LOCALE, type Locale } from "#core/text/locale.ts";
import { call, type Result } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { afterPaint } from "#web/kit/paint.ts";
import { checkoutId } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft, type CheckoutAnswer, type CheckoutRecord, type Draft } from "#web/session/draft.ts";
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from "react";
import { usePage } from "#web/app/page-context.tsx";

/**
 * The checkout as the page shows it. While a change is being sent, `record` is newer than `answer`, the server's last
 * response.
 */
export type CheckoutState = {
  readonly id: string | null;
  readonly record: CheckoutRecord | null;
  readonly answer: CheckoutAnswer | null;
  /** `answer` is in a language other than the page's, or the server might hold a change that was undone here. */
  readonly stale: boolean;
  readonly saving: boolean;
  /** Why the last change was undone; null if it was not. */
  readonly failure: Failure | null;
  /** The totals before a catalogue change that the shopper has not agreed to yet. */
  readonly previousTotals: Draft["previousTotals"];
  readonly account: string | null;
  readonly business: boolean;
  /** The customer form as stored, with the field names of the wire. */
  readonly form: Draft["form"];
};

type Totals = NonNullable<CheckoutAnswer["previous"]>;
type Edit = (record: CheckoutRecord) => CheckoutRecord;
export type CheckoutStore = {
  readonly read: () => CheckoutState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes the record at once and has the server price it; undoes the change if that fails. */
  readonly change: (edit: Edit) => Promise<Result<CheckoutAnswer>>;
  /** Like `change`, but waits until half a second after the last call, or until another change or `settle` follows. */
  readonly changeSoon: (edit: Edit) => void;
  /** Adopts the server's record, which another window has changed, and has the server price it. */
  readonly adopt: (record: CheckoutRecord) => void;
  /** Prices the current record again. `agreed`: the new totals that the shopper has agreed to. */
  readonly reprice: (agreed?: Totals) => Promise<Result<CheckoutAnswer>>;
  /**
   * Makes sure that the server holds what is shown before anything depends on it: sends pending changes, waits for
   * those being sent, and sends the record again if a response was lost. Resolves to the failure, or null if it
   * succeeded.
   */
  readonly settle: () => Promise<Failure | null>;
  /** Stores the form during typing, without rendering, because only later pages show it. */
  readonly storeForm: (form: Draft["form"]) => void;
  /** Records that the server has stored these fields of the form. */
  readonly formSaved: (fields: Draft["saved"]) => void;
  /** Discards unsaved input of earlier steps, because the order would not contain it. */
  readonly dropUnsaved: () => void;
  /** Stores a customer's data, or clears that of another customer. */
  readonly remember: (change: Partial<Pick<Draft, "form" | "account" | "business">>) => void;
};

/** Delay of `changeSoon`, which the slider uses, in ms (specification 4). */
const CHANGE_DELAY_MS = 500;

/**
 * Creates the store of this tab's checkout from the browser's storage. It sends one request at a time; changes made in
 * the meantime are sent together.
 */
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
    previousTotals: draft?.previousTotals ?? null,
    account: draft?.account ?? null,
    business: draft?.business ?? false,
    form: draft?.form ?? {},
  };
  /** The last record that the server is known to hold, and its response to it. */
  let confirmed = { record: state.record, answer: state.answer };
  let saved = draft?.saved ?? {};
  let running: Promise<Result<CheckoutAnswer>> | null = null;
  let agreed: Totals | null = null;
  let pending: { readonly edit: Edit; readonly timer: ReturnType<typeof setTimeout> } | null = null;

  const notify = () => listeners.forEach((listener) => listener());
  const set = (change: Partial<CheckoutState>) => {
    state = { ...state, ...change };
    notify();
  };

  async function send(): Promise<Result<CheckoutAnswer>> {
    set({ saving: true });
    for (;;) {
      const sent = state.record;
      if (id === null || sent === null) return finish({ ok: false, failure: { kind: "fault" } });
      const result = await call("checkout", { body: { ...sent, id, ...(agreed && { agreed: totalsOf(agreed) }) } });
      agreed = null;
      if (result.ok) confirmed = { record: sent, answer: result.value };
      if (state.record === sent) return finish(result);
    }
  }

  function finish(result: Result<CheckoutAnswer>): Result<CheckoutAnswer> {
    running = null;
    if (result.ok) {
      const previousTotals = result.value.previous ?? null;
      set({ answer: result.value, stale: false, saving: false, failure: null, previousTotals });
      if (id !== null) changeDraft(id, { ...confirmed, answerLocale: locale, previousTotals });
    } else {
      const stale = state.stale || outcomeUnknown(result.failure);
      set({ ...confirmed, stale, saving: false, failure: result.failure });
      // If the page is reloaded now, it must fetch the summary again.
      if (id !== null) changeDraft(id, { ...confirmed, ...(stale && { answerLocale: null }) });
    }
    return result;
  }

  function applyPending(): void {
    if (!pending) return;
    const { edit, timer } = pending;
    pending = null;
    clearTimeout(timer);
    void change(edit);
  }

  function change(edit: Edit): Promise<Result<CheckoutAnswer>> {
    applyPending();
    if (state.record) set({ record: edit(state.record), saving: true, failure: null });
    return (running ??= afterPaint().then(send));
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change,
    changeSoon(edit) {
      if (pending) clearTimeout(pending.timer);
      pending = { edit, timer: setTimeout(applyPending, CHANGE_DELAY_MS) };
    },
    adopt(record) {
      if (running || pending) return;
      set({ record });
      running = send();
    },
    reprice(totals) {
      agreed = totals ?? agreed;
      return (running ??= send());
    },
    async settle() {
      applyPending();
      if (!running && !state.stale) return null;
      const result = await (running ??= send());
      return result.ok ? null : result.failure;
    },
    storeForm(form) {
      state = { ...state, form };
      if (id !== null) changeDraft(id, { form });
    },
    formSaved(fields) {
      saved = { ...saved, ...fields };
      if (id !== null) changeDraft(id, { saved });
    },
    dropUnsaved() {
      state = { ...state, form: { ...state.form, ...saved } };
      if (id !== null) changeDraft(id, { form: state.form });
      // Step 5 calls this while it renders, when nothing else may render yet.
      queueMicrotask(notify);
    },
    remember(change) {
      // A new form belongs to another person.
      if (change.form) saved = {};
      set(change);
      if (id !== null) changeDraft(id, { ...change, saved, ...(change.form && { reviewAsked: false }) });
    },
  };
}

/** Whether the server may have made the change, because no usable response arrived. */
function outcomeUnknown({ kind }: Failure): boolean {
  return kind === "network" || kind === "fault";
}

const StoreContext = createContext<CheckoutStore | null>(null);

export function CheckoutProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = usePage();
  const [store] = useState(() => createCheckoutStore(locale));
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function useCheckoutStore(): CheckoutStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("useCheckoutStore needs a CheckoutProvider");
  return store;
}

/** Returns the current state of the checkout; renders again on changes. */
export function useCheckout(): CheckoutState {
  const { subscribe, read } = useCheckoutStore();
  return useSyncExternalStore(subscribe, read, read);
}

/** Returns the three totals of a response. */
const totalsOf = ({ billing, oneTime, total }: Pick<AnswerOf<"checkout">, "billing" | "oneTime" | "total">) => ({
  billing,
  oneTime,
  total,
});

/**
 * Returns the totals that this page shows. They are sent with an order or payment, which the server refuses at any
 * other price.
 */
export function shownTotals(store: Pick<CheckoutStore, "read">) {
  const { answer } = store.read();
  return answer && totalsOf(answer);
}
