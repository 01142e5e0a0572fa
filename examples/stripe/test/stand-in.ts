import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** The secrets of a made-up account. */
export const ACCOUNT = {
  secretKey: "made-up-secret-key-".repeat(2),
  webhookSecret: "made-up-webhook-secret-".repeat(2),
};

type Session = {
  readonly id: string;
  readonly fields: URLSearchParams;
  readonly amount: number;
  status: "open" | "complete" | "expired";
  refunded: number;
};
type Answer = { readonly status: number; readonly body: object };

const refusal = (status: number, code: string): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", code, message: `The text of ${code}` } },
});

/**
 * A stand-in for Stripe, written from its API reference of version 2024-06-20: Checkout sessions, refunds, idempotent
 * requests, errors and the signature of events. It shares no code with the adapter.
 */
export async function startStripe() {
  const sessions = new Map<string, Session>();
  /** "Idempotent requests": the first answer is given again; other parameters with the same key are an error. */
  const keys = new Map<string, { readonly body: string; readonly answer: Answer }>();
  let isReachable = true;
  let number = 0;

  const server = createServer((request, response) => {
    void (async () => {
      if (!isReachable) return response.destroy();
      const { status, body } = answer(request, await textOf(request));
      return response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer({ method = "", url: path = "", headers }: IncomingMessage, body: string): Answer {
    if (headers.authorization !== `Bearer ${ACCOUNT.secretKey}`) return refusal(401, "");
    if (method === "GET") return handle(method, new URL(path, url), new URLSearchParams());
    if (headers["content-type"]?.split(";")[0] !== "application/x-www-form-urlencoded")
      return refusal(400, "parameter_invalid");
    const key = headers["idempotency-key"];
    const known = typeof key === "string" ? keys.get(key) : undefined;
    if (known) return known.body === body ? known.answer : refusal(400, "idempotency_key_in_use");
    const made = handle(method, new URL(path, url), new URLSearchParams(body));
    if (typeof key === "string") keys.set(key, { body, answer: made });
    return made;
  }

  function handle(method: string, { pathname, searchParams }: URL, fields: URLSearchParams): Answer {
    if (method === "POST" && pathname === "/v1/checkout/sessions") return create(fields);
    if (method === "POST" && pathname === "/v1/refunds") return refund(fields);
    const [, id = "", action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const session = sessions.get(id);
    if (!session) return refusal(404, "resource_missing");
    if (method === "GET") return { status: 200, body: shown(session, searchParams.getAll("expand[]")) };
    if (action !== "expire") return refusal(404, "");
    // "Expire a session": only an open one can be.
    if (session.status !== "open") return refusal(400, "checkout_session_not_open");
    session.status = "expired";
    return { status: 200, body: shown(session, []) };
  }

  function create(fields: URLSearchParams): Answer {
    const amount = Number(fields.get("line_items[0][price_data][unit_amount]"));
    const expires = Number(fields.get("expires_at")) * 1000 - Date.now();
    const required = ["success_url", "line_items[0][quantity]", "line_items[0][price_data][product_data][name]"];
    if (fields.get("mode") !== "payment" || required.some((name) => !fields.get(name)))
      return refusal(400, "parameter_missing");
    if (!Number.isInteger(amount) || fields.get("line_items[0][price_data][currency]") !== "chf")
      return refusal(400, "parameter_invalid_integer");
    // "expires_at: anywhere from 30 minutes to 24 hours after Checkout Session creation".
    if (expires < 30 * 60_000 || expires > 24 * 3_600_000) return refusal(400, "parameter_invalid");
    const id = `cs_test_${(number += 1)}${randomUUID().replaceAll("-", "")}`;
    sessions.set(id, { id, fields, amount, status: "open", refunded: 0 });
    return { status: 200, body: shown(sessions.get(id)!, []) };
  }

  function refund(fields: URLSearchParams): Answer {
    const session = [...sessions.values()].find(({ id }) => paymentOf(id) === fields.get("payment_intent"));
    const amount = Number(fields.get("amount"));
    if (session?.status !== "complete") return refusal(404, "resource_missing");
    if (session.refunded === session.amount) return refusal(400, "charge_already_refunded");
    if (!Number.isInteger(amount) || amount < 1 || amount > session.amount - session.refunded)
      return refusal(400, "amount_too_large");
    session.refunded += amount;
    return { status: 200, body: { id: `re_${(number += 1)}`, object: "refund", status: "succeeded", amount } };
  }

  const paymentOf = (id: string) => id.replace("cs_test_", "pi_");

  /** A session as the API shows it: what is not asked for by `expand` is an id or null. */
  function shown({ id, fields, amount, status, refunded }: Session, expand: readonly string[]): object {
    const isPaid = status === "complete";
    const charge = {
      id: id.replace("cs_test_", "ch_"),
      amount,
      amount_refunded: refunded,
      payment_method_details: { type: "card", card: { brand: "visa", last4: "4242" } },
    };
    const payment = {
      id: paymentOf(id),
      status: isPaid ? "succeeded" : "requires_payment_method",
      last_payment_error: null,
      latest_charge: isPaid ? charge : null,
    };
    return {
      id,
      object: "checkout.session",
      status,
      payment_status: isPaid ? "paid" : "unpaid",
      client_reference_id: fields.get("client_reference_id"),
      currency: "chf",
      amount_total: amount,
      url: status === "open" ? `${url}/pay/${id}` : null,
      // Checkout makes the payment when the person confirms; before that it is null.
      payment_intent: !isPaid ? null : expand.includes("payment_intent.latest_charge") ? payment : payment.id,
    };
  }

  function sessionAt(page: string): Session {
    const session = sessions.get(new URL(page).pathname.split("/").at(-1) ?? "");
    if (!session) throw new Error(`There is no page ${page}`);
    return session;
  }

  /** Posts the event about a session to the shop. */
  function report(page: string, webhookUrl: string, secret: string): Promise<Response> {
    const session = sessionAt(page);
    const body = JSON.stringify({
      id: `evt_${session.id}_${session.status}`,
      object: "event",
      type: session.status === "complete" ? "checkout.session.completed" : "checkout.session.updated",
      data: { object: shown(session, []) },
    });
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature},v0=0` };
    return fetch(webhookUrl, { method: "POST", headers, body });
  }

  return {
    url,
    sessions,
    report,
    async pay(page: string): Promise<void> {
      const session = sessionAt(page);
      if (session.status !== "open") throw new Error(`The session is ${session.status}`);
      session.status = "complete";
    },
    /** The page stays open, and can be paid later. */
    leave: async () => undefined,
    async back(page: string): Promise<URL> {
      const { id, fields, status } = sessionAt(page);
      const success = (fields.get("success_url") ?? "").replace("{CHECKOUT_SESSION_ID}", id);
      return new URL(status === "complete" ? success : (fields.get("cancel_url") ?? ""));
    },
    async returnPart(page: string, amount: number): Promise<void> {
      sessionAt(page).refunded += amount;
    },
    async money(page: string) {
      const { status, amount, refunded } = sessionAt(page);
      return { paid: status === "complete" ? amount : 0, back: refunded };
    },
    setReachable: (next: boolean) => void (isReachable = next),
    stop: () => new Promise((done) => server.close(done)),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
