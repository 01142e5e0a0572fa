import { createHmac } from "node:crypto";
import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";
import { startPage, twintPage } from "./pages.ts";

export const DATATRANS = { merchant: "1100012345", password: "server-password", signKey: "0f".repeat(64) };

export type Transaction = {
  readonly id: string;
  readonly amount: number;
  readonly refno: string;
  readonly methods: readonly string[];
  readonly redirect: Readonly<Record<"successUrl" | "cancelUrl" | "errorUrl", string>>;
  /** The body of the init call that created the transaction. */
  readonly sent: Readonly<Record<string, unknown>>;
  status: string;
  method: string | null;
  settled: number;
  currency: string;
  failed: string | null;
  readonly history: { action: string; amount: number; success: boolean }[];
};

/** The transaction's status after each event on the payment page, in the TWINT app, or at the bank. */
const STATUS_AFTER = {
  pay: "settled",
  authorise: "authorized",
  challenge: "challenge_ongoing",
  cancel: "canceled",
  decline: "failed",
  timeout: "failed",
  transmit: "transmitted",
} as const;
export type DatatransAct = keyof typeof STATUS_AFTER;
const FAILURE_OF: Readonly<Partial<Record<DatatransAct, string>>> = { decline: "declined", timeout: "timeout" };

/** Returns a 4xx response (API reference, "Errors"). */
const refusal = (status: number, code: string): FakeAnswer => ({
  status,
  body: { error: { code, message: `The text of ${code}` } },
});

/**
 * Starts a fake Datatrans: its payment API 2.0.24 (comments quote the sections of its OpenAPI document), and its
 * payment page, which goes straight to TWINT if no other method is offered ("Redirect & Lightbox").
 */
export async function startDatatrans({
  declines = () => false,
  onEnd = () => undefined,
  ...more
}: FakeOptions & {
  /** Whether the TWINT app or the bank refuses the next payment. */
  readonly declines?: () => boolean;
  /** Called when a transaction is authorised, settled or failed, like the real service's webhook. */
  readonly onEnd?: (transaction: Transaction) => void;
} = {}) {
  const transactions = new Map<string, Transaction>();
  const credits: { of: string; amount: number; refno: string }[] = [];
  /** "Idempotency": keys are stored for 60 minutes, with the request and its response. */
  const keys = new Map<string, { readonly body: string; answer: FakeAnswer | null }>();
  /** If set, the next init call waits for this promise. */
  const held: { gate: Promise<void> | null } = { gate: null };
  let next = 0;

  const answer = async (call: FakeCall): Promise<FakeAnswer> => {
    const [, version, kind, id = "", action] = call.path.split("/");
    if (version === "v1" && kind === "start") return startPage(transactions.get(id), id);
    if (version === "v1" && kind === "twint") return twintStep(call, id);
    const basic = Buffer.from(`${DATATRANS.merchant}:${DATATRANS.password}`).toString("base64");
    // "Authentication": the merchant id is the user name.
    if (call.headers.authorization !== `Basic ${basic}`) return refusal(401, "UNAUTHORIZED");
    if (kind !== "transactions") return { status: 404 };
    if (call.method === "GET") return status(id);
    return once(call, () => (action ? act(call, id, action) : init(call)));
  };
  const fake = await startFake(answer, more);

  /**
   * "Idempotency": a repeated request gets the same response; 409 while the first one is being processed; 422 if its
   * body differs.
   */
  async function once(call: FakeCall, work: () => FakeAnswer | Promise<FakeAnswer>): Promise<FakeAnswer> {
    const key = String(call.headers["idempotency-key"] ?? "");
    const body = call.raw.toString();
    const seen = keys.get(key);
    if (key && seen) {
      if (seen.body !== body) return refusal(422, "CLIENT_ERROR");
      return seen.answer ?? refusal(409, "CLIENT_ERROR");
    }
    const entry: { readonly body: string; answer: FakeAnswer | null } = { body, answer: null };
    if (key) keys.set(key, entry);
    entry.answer = await work();
    return entry.answer;
  }

  async function init(call: FakeCall): Promise<FakeAnswer> {
    const { gate } = held;
    held.gate = null;
    await gate;
    const sent = call.json();
    const { amount, currency, refno, redirect, paymentMethods } = sent as Partial<Record<string, unknown>>;
    // "Init": currency and refno are required; the amount is in the smallest unit.
    if (currency !== "CHF" || !Number.isInteger(amount)) return refusal(400, "INVALID_PROPERTY");
    // `refno`: at most 18 characters (AN18) for PostFinance, the shortest limit of all methods.
    if (typeof refno !== "string" || !/^[A-Za-z0-9]{1,18}$/.test(refno)) return refusal(400, "INVALID_PROPERTY");
    const taken = [...transactions.values()].some((each) => each.refno === refno && each.status === "settled");
    if (taken) return refusal(400, "DUPLICATE_REFNO");
    next += 1;
    const id = `2611221400${String(next).padStart(8, "0")}`;
    transactions.set(id, {
      id,
      refno,
      amount: amount as number,
      methods: paymentMethods as string[],
      redirect: redirect as Transaction["redirect"],
      sent,
      status: "initialized",
      method: null,
      settled: 0,
      currency: "CHF",
      failed: null,
      history: [{ action: "init", amount: amount as number, success: true }],
    });
    return { status: 201, body: { transactionId: id }, headers: { location: `${fake.url}/v1/start/${id}` } };
  }

  function status(id: string): FakeAnswer {
    const transaction = transactions.get(id);
    return transaction ? { body: payloadOf(transaction) } : refusal(404, "TRANSACTION_NOT_FOUND");
  }

  function act(call: FakeCall, id: string, action: string): FakeAnswer {
    const transaction = transactions.get(id);
    if (!transaction) return refusal(404, "TRANSACTION_NOT_FOUND");
    const { amount, refno, currency } = call.json() as { amount?: number; refno?: string; currency?: string };
    if (!refno) return refusal(400, "INVALID_PROPERTY");
    if (action === "settle") {
      if (transaction.status !== "authorized") return refusal(400, "INVALID_TRANSACTION_STATUS");
      if (!amount || amount > transaction.amount || currency !== "CHF") return refusal(400, "INVALID_PROPERTY");
      change(transaction, "pay", amount);
      return { status: 204 };
    }
    if (action === "cancel") {
      // "Cancel": the transaction must either be in status authorized or settled.
      if (!["authorized", "settled"].includes(transaction.status)) return refusal(400, "INVALID_TRANSACTION_STATUS");
      change(transaction, "cancel");
      return { status: 204 };
    }
    // "Refund": a settled or transmitted transaction can be refunded, up to its settled amount. This creates a new
    // transaction.
    if (!["settled", "transmitted"].includes(transaction.status)) return refusal(400, "INVALID_TRANSACTION_STATUS");
    const before = credits.filter((each) => each.of === id).reduce((sum, each) => sum + each.amount, 0);
    if (!amount || before + amount > transaction.settled || currency !== "CHF") return refusal(400, "INVALID_PROPERTY");
    credits.push({ of: id, amount, refno });
    transaction.history.push({ action: "credit", amount, success: true });
    return { status: 200, body: { transactionId: `${id}9`, acquirerAuthorizationCode: "144013" } };
  }

  function change(transaction: Transaction, how: DatatransAct, amount = transaction.amount): void {
    transaction.status = STATUS_AFTER[how];
    transaction.failed = FAILURE_OF[how] ?? null;
    if (how === "pay") transaction.settled = amount;
    transaction.method ??= transaction.methods[0] ?? null;
    if (how !== "challenge") onEnd(transaction);
  }

  /** Serves TWINT's page. With the app's result (`?app=pay` or `?app=cancel`), redirects the browser to the shop. */
  function twintStep(call: FakeCall, id: string): FakeAnswer {
    const transaction = transactions.get(id);
    if (!transaction) return { status: 404 };
    transaction.method = "TWI";
    const done = call.query.get("app");
    if (done !== "pay" && done !== "cancel") {
      transaction.status = "challenge_ongoing";
      return twintPage(id, String(call.headers["user-agent"]));
    }
    change(transaction, done === "pay" && declines() ? "decline" : done);
    const back = new URL(done === "pay" ? transaction.redirect.successUrl : transaction.redirect.cancelUrl);
    // `redirect.method` GET: the parameter is added to the URL.
    back.searchParams.set("datatransTrxId", id);
    return { status: 302, headers: { location: back.href } };
  }

  return {
    ...fake,
    transactions,
    credits,
    held,
    /** Performs an action of a shopper, an app or a bank. `paid`: the amount or currency received, if it differs. */
    act(id: string, how: DatatransAct, paid: { amount?: number; currency?: string } = {}) {
      const transaction = transactions.get(id);
      if (!transaction) throw new Error("There is no such transaction");
      change(transaction, how, paid.amount);
      transaction.currency = paid.currency ?? transaction.currency;
    },
    /** Refunds a payment, as at the provider's console. `amount`: in Rappen; otherwise all of it. */
    credit(id: string, amount?: number, success = true) {
      const transaction = transactions.get(id);
      if (!transaction) throw new Error("There is no such transaction");
      const credited = amount ?? transaction.settled;
      transaction.history.push({ action: "credit", amount: credited, success });
      if (success) credits.push({ of: id, amount: credited, refno: "" });
    },
    /** Sends a signed webhook ("Webhook signing"). `key` can be wrong. */
    webhook(shopUrl: string, id: string, { key = DATATRANS.signKey, time = "1559303131511" } = {}) {
      const transaction = transactions.get(id);
      const body = JSON.stringify(transaction ? payloadOf(transaction) : { transactionId: id });
      const sign = createHmac("sha256", Buffer.from(key, "hex"))
        .update(time + body)
        .digest("hex");
      return fetch(`${shopUrl}/public-api/payment-webhook/datatrans`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "datatrans-signature": `t=${time},s0=${sign}` },
      });
    },
  };
}

/** "Status" and "Webhook": both have the same payload. */
const payloadOf = ({ id, status, refno, method, currency, settled, amount, failed, history }: Transaction) => ({
  transactionId: id,
  type: "payment",
  status,
  currency,
  refno,
  ...(method && { paymentMethod: method }),
  detail: {
    init: { expires: "2026-11-22T15:00:00Z" },
    ...(status !== "initialized" && { authorize: { amount, acquirerAuthorizationCode: "100055" } }),
    ...(settled > 0 && { settle: { amount: settled } }),
    ...(failed && { fail: { reason: failed, message: "failed" } }),
  },
  history,
});
