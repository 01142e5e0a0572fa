import type { Logger } from "pino";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { ShopFailureName } from "#contract/failures.ts";
import { EXTENSION_MEANINGS } from "#extensions/contract.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import { writeCallDetail } from "#core/steps/call-detail.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addCalls } from "./queries.ts";
import type { Refusal } from "./refusals.ts";

/** A call that named a checkout. */
export type NotedCall = {
  readonly checkoutId: string;
  readonly call: EndpointName;
  /** The failure that it returned; null if it succeeded. */
  readonly failure: ShopFailureName | null;
  /**
   * The requested step, or what was refused: a step, or names of fields. Never contains text that the shopper typed.
   */
  readonly detail: string | null;
  /** The result of a successful call. */
  readonly answer: unknown;
};

type StoredCall = Omit<NotedCall, "answer">;

export type History = {
  /** Records a call without waiting for the database. */
  note(call: NotedCall): void;
  /** Writes the calls that have not been written yet. */
  stop(): Promise<void>;
};

/**
 * What each call means, for staff who help a shopper. Null: only its refusals are recorded, because pages make the call
 * automatically or with every key press. `opened` and `sent` refer to a step (`STEP_SENT`).
 */
export const MEANING: Readonly<Record<EndpointName, string | null>> = {
  ...EXTENSION_MEANINGS,
  catalogue: null,
  product: null,
  presentation: null,
  tvOptions: null,
  bundles: null,
  topAction: null,
  prepare: "opened",
  checkout: "products chosen",
  summaryField: "voucher or the like entered",
  sendSms: "code by text asked for",
  smsLogin: "login by text",
  beginNetworkLogin: null,
  networkLogin: "login by the mobile network",
  beginFillIn: null,
  fillIn: "form filled in by the mobile network",
  passwordLogin: "login by password",
  passwordReset: "mail for a new password asked for",
  passwordResetConfirm: "new password set",
  me: null,
  newCustomer: "registration",
  account: null,
  logout: "logout",
  endSession: null,
  endOtherSessions: null,
  changePassword: "password changed",
  passkeyOptions: null,
  addPasskey: "passkey added",
  removePasskey: "passkey removed",
  passkeyLoginOptions: null,
  passkeyLogin: "login by passkey",
  validateCustomer: "sent",
  updateCustomer: "sent",
  createCustomer: "sent",
  numbers: null,
  holdNumber: null,
  addressSearch: null,
  addressPopulation: null,
  postalCodeTowns: null,
  uploadDocument: "picture of the document sent",
  documentReading: "document read by machine",
  beginEid: "verification of an e-ID started",
  eidState: null,
  photoLink: "link for the phone asked for",
  photoLinkState: null,
  photoLinkCheck: null,
  uploadPhoto: "picture sent by phone",
  prepareTransaction: "payment asked for",
  transactionStatus: null,
  paymentReturn: null,
  createOrder: "order sent",
  order: "order looked at",
  orderLink: "order opened by its link",
  checkoutLink: "checkout opened by its link",
  cancelOrder: "order cancelled",
  transferAuthority: null,
  confirmation: "confirmation downloaded",
  esim: "eSIM looked at",
  orderEvents: null,
  stockEvents: null,
  orderAuthority: null,
  orderDocument: null,
  eidEvents: null,
  esimProgress: null,
  paymentWebhook: null,
};

/**
 * Refusals that are part of a successful response: that credit was refused, and by which check, or that nothing is in
 * stock.
 */
const REMARKS: { readonly [Name in EndpointName]?: (answer: AnswerOf<Name>) => string | null } = {
  prepare(answer) {
    if ("refusal" in answer) return creditRefused(answer.refusal);
    return "onStock" in answer && answer.onStock <= 0 ? writeCallDetail({ remark: "noStock" }) : null;
  },
  createCustomer: ({ refusal }) => creditRefused(refusal),
};

const creditRefused = (refusal: Refusal | undefined): string | null =>
  refusal ? writeCallDetail({ remark: "creditRefused", check: refusal.check }) : null;

/**
 * Maximum number of different calls that wait to be written. Further calls are dropped, so that they cannot fill the
 * memory.
 */
const MAX_WAITING = 5000;
/** Maximum number of rows per checkout. Further calls are dropped, so that they cannot fill the database. */
const MAX_ROWS = 1000;

/** `at`: microseconds since 1970, so that calls within the same millisecond keep their order. */
type Row = StoredCall & { readonly at: number; times: number };
/**
 * Creates the history of checkouts. Calls are written every `everyMs` in one statement, so that no call has to wait.
 * Calls not yet written are lost if the process dies.
 */
export function createHistory(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Pick<Logger, "warn">;
  /** Time for which calls wait to be written together, in ms. */
  readonly everyMs: number;
}): History {
  const { db, now, log, everyMs } = needs;
  let waiting = new Map<string, Row>();
  let timer: NodeJS.Timeout | null = null;
  let lastAt = 0;
  /** Resolves when the last statement has ended; statements run one after the other. */
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const rows = [...waiting.values()];
    waiting = new Map();
    if (rows.length === 0) return;
    const notes = rows.map(({ at, ...row }) => ({ ...row, at: timestamp(at) }));
    await addCalls(db, notes, MAX_ROWS);
  }

  function writeNext(): void {
    timer = null;
    // A failure to write the history must not fail a purchase.
    const lost = (error: Error) =>
      log.warn({ error: error.message }, "calls were not added to the history of checkouts");
    writing = writing.then(write).catch(lost);
  }

  return {
    note({ answer, ...call }) {
      if (call.failure === null && MEANING[call.call] === null) return;
      const remark =
        call.failure === null
          ? (REMARKS[call.call] as ((answer: unknown) => string | null) | undefined)?.(answer)
          : null;
      const noted: StoredCall = { ...call, detail: [call.detail, remark].filter(Boolean).join(", ") || null };
      const key = JSON.stringify(noted);
      const known = waiting.get(key);
      if (known) known.times += 1;
      else if (waiting.size < MAX_WAITING) {
        lastAt = Math.max(now().getTime() * 1000, lastAt + 1);
        waiting.set(key, { ...noted, at: lastAt, times: 1 });
      }
      timer ??= setTimeout(writeNext, everyMs).unref();
    },
    async stop() {
      if (timer) clearTimeout(timer);
      writeNext();
      await writing;
    },
  };
}

/** Converts microseconds since 1970 for PostgreSQL. */
function timestamp(microseconds: number): string {
  const seconds = new Date(microseconds / 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1_000_000).padStart(6, "0")}Z`;
}
