import { createHmac, randomUUID } from "node:crypto";
import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";

export const WORLDLINE = { merchant: "4711", keyId: "key-id", secret: "api-secret", webhookSecret: "hook-secret" };

type WorldlinePayment = {
  readonly id: string;
  readonly status: string;
  readonly category: string;
  readonly cancellable: boolean;
};

export type HostedCheckout = {
  readonly id: string;
  /** In cents. */
  readonly amount: number;
  readonly reference: string;
  /** The URL that the hosted page returns to. */
  readonly returnUrl: string;
  status: string;
  payment: null | WorldlinePayment;
  /** Its earlier payments, which were declined: a shopper can try again on the same page. */
  declined: WorldlinePayment[];
  refunds: number;
  /** The refunds of its payment, in cents, each with its status; some were made at the provider's console. */
  returned: { readonly amount: number; readonly status: "REFUNDED" | "REJECTED" }[];
  /** The amount received, if it differs from the requested one; otherwise null. */
  received: null | { readonly amount: number; readonly currencyCode: string };
  forgotten: boolean;
};
/** A payment's status and category after each action, as named in the Connect API. */
const OF = {
  pay: ["CAPTURE_REQUESTED", "PENDING_CONNECT_OR_3RD_PARTY"],
  settle: ["PAID", "COMPLETED"],
  decline: ["REJECTED", "UNSUCCESSFUL"],
  // Only authorised, because the acquirer ignores the mode SALE, or the method waits for a manual approval.
  authorise: ["PENDING_APPROVAL", "PENDING_MERCHANT"],
  reserve: ["PENDING_CAPTURE", "PENDING_MERCHANT"],
  reverse: ["REVERSED", "REVERSED"],
  chargeBack: ["CHARGEBACKED", "REVERSED"],
  refund: ["REFUNDED", "REFUNDED"],
  start: ["REDIRECTED", "PENDING_PAYMENT"],
} as const;
export type WorldlineAct = keyof typeof OF | "cancel" | "not-eligible";

/** A Worldline Connect API with records of its own. It verifies v1HMAC signatures with its own implementation. */
export async function startWorldline({
  hostedAt = () => "pay1.checkout.example:443",
  onPayment: notify = () => undefined,
  ...more
}: FakeOptions & {
  /** Host and port of the hosted page, without the prefix `payment.`. */
  readonly hostedAt?: () => string;
  /** Called for every change of a payment, like the real service's webhook. */
  readonly onPayment?: (checkout: HostedCheckout) => void;
} = {}) {
  const checkouts = new Map<string, HostedCheckout>();
  const answers = new Map<string, object>();
  const problems: string[] = [];

  const answer = (call: FakeCall): FakeAnswer => {
    const wrong = signatureProblem(call);
    if (wrong) {
      problems.push(wrong);
      return { status: 403, body: { errors: [{ code: "9002" }] } };
    }
    const [, , merchant, kind, id = "", action] = call.path.split("/");
    if (merchant !== WORLDLINE.merchant) return { status: 403 };
    const key = call.headers["x-gcs-idempotence-key"];
    if (typeof key === "string") {
      if (key.length > 40) return { status: 400, body: { errors: [{ code: "400001" }] } };
      const before = answers.get(key);
      if (before) return { status: 201, body: before };
    }
    const made = kind === "hostedcheckouts" ? onCheckout(call, id) : onPayment(call, id, action);
    if (typeof key === "string" && (made.status ?? 200) < 300) answers.set(key, made.body as object);
    return made;
  };
  const fake = await startFake(answer, more);

  function onCheckout(call: FakeCall, id: string): FakeAnswer {
    if (call.method === "POST") {
      const order = call.json()["order"] as {
        amountOfMoney: { amount: number };
        references: { merchantReference: string };
      };
      if (order.references.merchantReference.length > 30)
        return { status: 400, body: { errors: [{ code: "21000080" }] } };
      const input = call.json()["hostedCheckoutSpecificInput"] as { returnUrl?: string } | undefined;
      const checkout: HostedCheckout = {
        id: randomUUID(),
        returnUrl: input?.returnUrl ?? "",
        amount: order.amountOfMoney.amount,
        reference: order.references.merchantReference,
        status: "IN_PROGRESS",
        payment: null,
        declined: [],
        refunds: 0,
        returned: [],
        received: null,
        forgotten: false,
      };
      checkouts.set(checkout.id, checkout);
      return {
        status: 201,
        body: {
          hostedCheckoutId: checkout.id,
          RETURNMAC: `mac-${checkout.id}`,
          partialRedirectUrl: `${hostedAt()}/checkout/${checkout.id}`,
          merchantReference: checkout.reference,
        },
      };
    }
    const checkout = checkouts.get(id);
    if (!checkout || checkout.forgotten) return { status: 404, body: { errors: [{ code: "1002" }] } };
    if (call.method === "DELETE") {
      checkout.status = "CANCELLED_BY_CONSUMER";
      return { status: 204 };
    }
    return {
      body: {
        status: checkout.status,
        ...(checkout.payment && { createdPaymentOutput: { payment: paymentOf(checkout) } }),
      },
    };
  }

  function onPayment(call: FakeCall, id: string, action: string | undefined): FakeAnswer {
    const all = [...checkouts.values()];
    if (!id) {
      const found = all.filter((each) => each.reference === call.query.get("merchantReference") && each.payment);
      const payments = found.flatMap((each) =>
        [...each.declined, each.payment].map((payment) => paymentOf({ ...each, payment })),
      );
      return { body: { payments, totalCount: payments.length } };
    }
    const checkout = all.find((each) => each.payment?.id === id);
    if (!checkout?.payment) return { status: 404 };
    // "Payments": only PENDING_APPROVAL can be approved, and only PENDING_CAPTURE captured, with an amount in cents.
    const waits = { approve: "PENDING_APPROVAL", capture: "PENDING_CAPTURE" }[action ?? ""];
    if (waits !== undefined) {
      if (checkout.payment.status !== waits || call.json()["amount"] !== checkout.amount) return { status: 402 };
      const [status, category] = OF.pay;
      change(checkout, { ...checkout.payment, status, category });
      return { body: { payment: paymentOf(checkout) } };
    }
    if (action === "cancel") {
      change(checkout, { ...checkout.payment, status: "CANCELLED", category: "UNSUCCESSFUL", cancellable: false });
      return { body: { payment: paymentOf(checkout) } };
    }
    // "Get payment refunds".
    if (action === "refunds") return { body: { refunds: checkout.returned.map(refundOf) } };
    const { amount, currencyCode } = (call.json() as { amountOfMoney: { amount: number; currencyCode: string } })
      .amountOfMoney;
    const left = (checkout.received?.amount ?? checkout.amount) - returnedIn(checkout);
    if (amount < 1 || amount > left || currencyCode !== (checkout.received?.currencyCode ?? "CHF"))
      return { status: 400 };
    checkout.refunds += 1;
    giveBack(checkout, amount);
    return { status: 201, body: { id: `${id}-refund`, status: "REFUND_REQUESTED" } };
  }

  function change(checkout: HostedCheckout, payment: WorldlinePayment): void {
    checkout.payment = payment;
    notify(checkout);
  }

  /** Books a refund. A payment whose amount went back in full is refunded. */
  function giveBack(checkout: HostedCheckout, amount: number): void {
    checkout.returned.push({ amount, status: "REFUNDED" });
    const isWhole = returnedIn(checkout) >= (checkout.received?.amount ?? checkout.amount);
    if (checkout.payment && isWhole)
      change(checkout, { ...checkout.payment, status: "REFUNDED", category: "REFUNDED" });
  }

  return {
    ...fake,
    problems,
    checkouts,
    /** Refunds an amount in cents, as at the provider's console. */
    giveBack(id: string, amount: number) {
      const checkout = checkouts.get(id);
      if (!checkout) throw new Error("There is no such checkout");
      giveBack(checkout, amount);
    },
    /** Performs an action of the shopper on the hosted page, or of the bank. */
    act(id: string, act: WorldlineAct) {
      const checkout = checkouts.get(id);
      if (!checkout) throw new Error("There is no such checkout");
      if (act === "cancel") checkout.status = "CANCELLED_BY_CONSUMER";
      else if (act === "not-eligible") checkout.status = "CLIENT_NOT_ELIGIBLE_FOR_SELECTED_PAYMENT_PRODUCT";
      else {
        const [status, category] = OF[act];
        checkout.status = "PAYMENT_CREATED";
        const cancellable = ["pay", "authorise", "reserve"].includes(act);
        if (checkout.payment?.status === "REJECTED") checkout.declined.push(checkout.payment);
        change(checkout, { id: `0000${checkout.declined.length}${checkout.id}`, status, category, cancellable });
      }
    },
    /** Sends a webhook in Worldline's format. `keyId` and `secret` can be wrong. */
    webhook(shopUrl: string, event: object, { keyId = "hook-1", secret = WORLDLINE.webhookSecret } = {}) {
      const body = JSON.stringify({ apiVersion: "v1", created: "2026-01-01T00:00:00.000+0000", ...event });
      const signature = createHmac("sha256", secret).update(body).digest("base64");
      return fetch(`${shopUrl}/public-api/payment-webhook/worldline`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", "x-gcs-keyid": keyId, "x-gcs-signature": signature },
      });
    },
  };
}

const returnedIn = ({ returned }: Pick<HostedCheckout, "returned">) =>
  returned.reduce((sum, { amount, status }) => (status === "REFUNDED" ? sum + amount : sum), 0);

/** Returns a refund in the Connect API's format. */
const refundOf = ({ amount, status }: HostedCheckout["returned"][number], index: number) => ({
  id: `refund-${index}`,
  status,
  refundOutput: { amountOfMoney: { amount, currencyCode: "CHF" } },
  statusOutput: { statusCategory: status === "REFUNDED" ? "REFUNDED" : "UNSUCCESSFUL" },
});

/** Returns a payment in the Connect API's format, for responses and webhooks. */
export const paymentOf = ({
  payment,
  reference,
  amount,
  received,
}: Pick<HostedCheckout, "payment" | "reference" | "amount" | "received">) =>
  payment && {
    id: payment.id,
    paymentOutput: {
      amountOfMoney: received ?? { amount, currencyCode: "CHF" },
      references: { merchantReference: reference },
    },
    status: payment.status,
    statusOutput: {
      statusCategory: payment.category,
      isCancellable: payment.cancellable,
      isRefundable: payment.category === "COMPLETED",
    },
  };

/**
 * Verifies v1HMAC according to the provider's documentation, without its SDK. Returns what is wrong; null if nothing
 * is.
 */
function signatureProblem({ method, target, headers }: FakeCall): string | null {
  const gcs = Object.keys(headers)
    .filter((name) => name.startsWith("x-gcs"))
    .toSorted()
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join("");
  const text = `${method}\n${String(headers["content-type"] ?? "")}\n${String(headers.date)}\n${gcs}${target}\n`;
  const expected = createHmac("sha256", WORLDLINE.secret).update(text).digest("base64");
  if (headers.authorization !== `GCS v1HMAC:${WORLDLINE.keyId}:${expected}`) return `signature of ${method} ${target}`;
  const age = Math.abs(Date.now() - new Date(String(headers.date)).getTime());
  return age < 5 * 60_000 ? null : `date of ${method} ${target}`;
}
