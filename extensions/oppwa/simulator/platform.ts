import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { startFake, type FakeAnswer, type FakeCall, type FakeOptions } from "#simulator/play/fake-server.ts";
import { failureSwitches } from "#simulator/play/switches.ts";
import { invalidField, missingForBank } from "./fields.ts";
import { CARDS, challengePage, HELPER, METHOD_PAGE, widgetScript, type CardOutcome, type Origins } from "./widget.ts";

export const OPPWA = { entityId: "8a8294174b7ecb28014b9699220015ca", token: "T0ken", key: "ab".repeat(32) };

/** Result codes (reference, "Result codes"). */
export const CODES = {
  /** Checkout created. */
  open: "000.200.100",
  paid: "000.100.110",
  declined: "800.100.153",
  cancelled: "100.396.101",
  /** The cardholder did not authenticate (3-D Secure). */
  notAuthenticated: "100.380.401",
  /** Cannot find a transaction. */
  unknown: "700.400.580",
  /** A parameter is invalid. */
  invalid: "200.300.404",
  throttled: "800.120.100",
  unauthorised: "800.900.300",
} as const;

export type Checkout = {
  readonly id: string;
  readonly amount: string;
  readonly reference: string;
  readonly form: URLSearchParams;
  code: string;
  asked: number;
};
export type Booked = {
  id: string;
  paymentType: "DB" | TakenBack;
  merchantTransactionId: string;
  /** The debit that a refund, reversal or chargeback refers to ("Backoffice operations"). */
  referencedId?: string;
  amount: string;
  currency: string;
  paymentBrand: string;
  result: { code: string };
};

/** Refund, reversal, chargeback. */
export type TakenBack = "RF" | "RV" | "CB";

export type OppwaOptions = Omit<FakeOptions, "port"> & {
  /** Ports of the platform, the helper script's host, the device check and the bank. 0: any free port. */
  readonly ports?: readonly number[];
  /** Called for every transaction, like a real platform's webhook. */
  readonly onBooked?: (row: Booked) => void;
};

const code = (value: string) => ({ result: { code: value, description: "…" } });
const html = (body: string): FakeAnswer => ({ headers: { "content-type": "text/html" }, body });
const script = (body: string): FakeAnswer => ({
  headers: { "content-type": "text/javascript", "access-control-allow-origin": "*" },
  body,
});
const seeOther = (location: string): FakeAnswer => ({ status: 302, headers: { location }, body: "" });

/**
 * An Open Payment Platform with COPYandPAY, written from its published reference, with records of its own. A checkout's
 * status call reports the outcome only once; afterwards, only the transaction reports do. It also plays the widget's
 * second host, the issuer's device check and the bank.
 */
export async function startOppwa({
  ports = [],
  switches = failureSwitches(),
  onBooked = () => undefined,
  ...more
}: OppwaOptions = {}) {
  const checkouts = new Map<string, Checkout>();
  const booked: Booked[] = [];
  const state = { throttled: false, gate: null as Promise<void> | null };
  const origins: { -readonly [Name in keyof Origins]: string } = { platform: "", cdn: "", device: "", bank: "" };
  const [cdn, device, bank] = await Promise.all([
    startFake(() => script(HELPER), { port: ports[1] ?? 0 }),
    startFake(() => html(METHOD_PAGE), { port: ports[2] ?? 0 }),
    startFake(({ query }) => html(challengePage(origins.platform, query.get("id") ?? "", query.get("back") ?? "")), {
      port: ports[3] ?? 0,
    }),
  ]);

  async function answer(call: FakeCall): Promise<FakeAnswer> {
    const [, version, kind, id = "", action] = call.path.split("/");
    if (call.path === "/v1/paymentWidgets.js") return script(widgetScript(origins, call.query.get("checkoutId") ?? ""));
    if (version === "threeds") return afterChallenge(call, kind ?? "");
    if (kind === "checkouts" && action === "payment" && call.method === "POST") return pay(call, id);
    return api(call, `${version}/${kind}`, id);
  }
  const platform = await startFake(answer, { ...more, switches, port: ports[0] ?? 0 });
  Object.assign(origins, { platform: platform.url, cdn: cdn.url, device: device.url, bank: bank.url });

  /** Handles the calls of the shop's server. Each needs the token in a header, and the entity id ("Authentication"). */
  async function api(call: FakeCall, kind: string, id: string): Promise<FakeAnswer> {
    if (call.headers.authorization !== `Bearer ${OPPWA.token}`) return { status: 401, body: code(CODES.unauthorised) };
    const form = new URLSearchParams(call.method === "POST" ? call.raw.toString() : call.query);
    if (form.get("entityId") !== OPPWA.entityId) return { status: 403, body: code(CODES.unauthorised) };
    if (kind === "v1/checkouts") return call.method === "POST" ? prepare(form) : statusOf(id);
    if (kind === "v3/query") return reports(form.get("merchantTransactionId") ?? "");
    return kind === "v1/payments" ? refund(id, form) : { status: 404, body: "" };
  }

  async function prepare(form: URLSearchParams): Promise<FakeAnswer> {
    const wrong = invalidField(form);
    if (wrong) return { status: 400, body: { ...code(CODES.invalid), parameterErrors: [{ name: wrong }] } };
    const made: Checkout = {
      id: `${randomBytes(16).toString("hex").toUpperCase()}.uat01-vm-tx04`,
      amount: form.get("amount") ?? "",
      reference: form.get("merchantTransactionId") ?? "",
      form,
      code: CODES.open,
      asked: 0,
    };
    checkouts.set(made.id, made);
    const { gate } = state;
    state.gate = null;
    await gate;
    const hash = createHash("sha384").update(widgetScript(origins, made.id)).digest("base64");
    return {
      body: { id: made.id, integrity: `sha384-${hash}`, ...code(CODES.open) },
      remark: `checkout over CHF ${made.amount}`,
    };
  }

  /** "Get the payment status": works once after the payment, and at most twice a minute. */
  function statusOf(id: string): FakeAnswer {
    const checkout = checkouts.get(id);
    if (state.throttled) return { status: 400, body: code(CODES.throttled) };
    if (!checkout || (checkout.code !== CODES.open && (checkout.asked += 1) > 1))
      return { status: 400, body: code(CODES.invalid) };
    const { id: _id, ...debit } = booked.find((each) => each.id === `pay-${id}`) ?? {
      id: "",
      result: { code: CODES.open },
    };
    return {
      status: checkout.code.startsWith("000") ? 200 : 400,
      body: { id: `pay-${id}`, ...debit, ...code(checkout.code) },
      remark: checkout.code,
    };
  }

  /** "Transaction reports": all transactions with a reference, in `records`. */
  function reports(reference: string): FakeAnswer {
    const records = booked.filter((each) => each.merchantTransactionId === reference);
    return records.length > 0
      ? { body: { records, ...code("000.000.100") } }
      : { status: 400, body: code(CODES.unknown) };
  }

  /**
   * "Backoffice operations", refund: refunds a debit in its currency; all its refunds together are at most its amount.
   */
  function refund(id: string, form: URLSearchParams): FakeAnswer {
    const debit = booked.find((each) => each.id === id && each.paymentType === "DB");
    const amount = form.get("amount") ?? "";
    const before = booked.filter((each) => each.referencedId === id);
    const sum = [...before, { amount }].reduce((total, each) => total + Number(each.amount), 0);
    if (
      !debit ||
      form.get("paymentType") !== "RF" ||
      form.get("currency") !== debit.currency ||
      sum > Number(debit.amount)
    )
      return { status: 400, body: code("700.400.200") };
    book({ ...debit, id: `rf-${booked.length}`, paymentType: "RF", referencedId: id, amount });
    return { body: code(CODES.paid), remark: `refund of ${debit.currency} ${amount}` };
  }

  function book(row: Booked): void {
    booked.push(row);
    onBooked(row);
  }

  function end(
    id: string,
    resultCode: string,
    { amount, currency = "CHF" }: { amount?: string; currency?: string } = {},
  ) {
    const checkout = checkouts.get(id);
    if (!checkout) throw new Error("There is no such checkout");
    checkout.code = resultCode;
    book({
      id: `pay-${id}`,
      paymentType: "DB",
      merchantTransactionId: checkout.reference,
      amount: amount ?? checkout.amount,
      currency,
      paymentBrand: "VISA",
      result: { code: resultCode },
    });
  }

  /**
   * Handles the card data that the widget posts. The bank accepts at once, refuses, or asks the cardholder on its own
   * page.
   */
  function pay(call: FakeCall, id: string): FakeAnswer {
    const sent = new URLSearchParams(call.raw.toString());
    const back = `${sent.get("shopperResultUrl")}?${new URLSearchParams({ id, resourcePath: `/v1/checkouts/${id}/payment` })}`;
    const number = sent.get("card.number") ?? "";
    const outcome = (Object.keys(CARDS) as CardOutcome[]).find((each) => CARDS[each] === number) ?? "declined";
    const checkout = checkouts.get(id);
    if (!checkout) return { status: 404, body: "" };
    // A browser that received no response posts again.
    if (checkout.code === CODES.paid) return seeOther(back);
    if (switches.take("decline")) return decline(id, back);
    if (outcome === "challenge") return seeOther(`${origins.bank}/acs?${new URLSearchParams({ id, back })}`);
    const lacking = missingForBank(checkout.form);
    end(id, outcome === "frictionless" && lacking.length === 0 ? CODES.paid : CODES.declined);
    return seeOther(back);
  }

  function decline(id: string, back: string): FakeAnswer {
    end(id, CODES.declined);
    return seeOther(back);
  }

  function afterChallenge(call: FakeCall, id: string): FakeAnswer {
    const yes = new URLSearchParams(call.raw.toString()).get("answer") === "yes";
    end(id, yes ? CODES.paid : CODES.notAuthenticated);
    return seeOther(call.query.get("back") ?? "");
  }

  return {
    ...platform,
    origins,
    checkouts,
    booked,
    throttle: state,
    /** Ends a checkout with the result code of an action by the shopper or the bank. */
    end,
    /** Returns the money, as the platform's console does, or later the cardholder's bank. */
    takeBack(id: string, paymentType: TakenBack) {
      const debit = booked.find((each) => each.id === `pay-${id}`);
      if (!debit) throw new Error("There is no such payment");
      const result = { code: paymentType === "CB" ? "000.100.200" : CODES.paid };
      book({ ...debit, id: `${paymentType}-${booked.length}`, paymentType, referencedId: debit.id, result });
    },
    /** Pays the same checkout a second time, like a shopper with a second tab at the bank. */
    payAgain(id: string) {
      const debit = booked.find((each) => each.id === `pay-${id}`);
      if (!debit) throw new Error("There is no such payment");
      book({ ...debit, id: `again-${booked.length}` });
    },
    /** Sends an encrypted notification ("Webhooks"). Tag and key can be wrong. */
    notify(shopUrl: string, notification: object, { key = OPPWA.key, tagBytes = 16, wrapped = false } = {}) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "hex"), nonce);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(notification)), cipher.final()]).toString("hex");
      return fetch(`${shopUrl}/public-api/payment-webhook/oppwa`, {
        method: "POST",
        body: wrapped ? JSON.stringify({ encryptedBody: sealed }) : sealed,
        headers: {
          "content-type": wrapped ? "application/json" : "text/plain",
          "x-initialization-vector": nonce.toString("hex"),
          "x-authentication-tag": cipher.getAuthTag().subarray(0, tagBytes).toString("hex"),
        },
      });
    },
    async stop() {
      await Promise.all([platform.stop(), cdn.stop(), device.stop(), bank.stop()]);
    },
  };
}
