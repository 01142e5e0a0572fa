import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { startFake, type FakeAnswer } from "./fake-server.ts";

export const OPPWA = { entityId: "8a8294174b7ecb28014b9699220015ca", token: "T0ken", key: "ab".repeat(32) };

type Kept = { readonly id: string; readonly amount: string; readonly reference: string; code: string; asked: number };
type Booked = { id: string; paymentType: string; reference: string; amount: string; result: { code: string } };

const OPEN = "000.200.100";
const code = (value: string) => ({ result: { code: value, description: "…" } });

/** An Open Payment Platform with its own records, which forgets a checkout once it has answered how it ended. */
export async function startOppwa() {
  const checkouts = new Map<string, Kept>();
  const booked: Booked[] = [];
  const script = "/* the widget */";
  const state = { throttled: false, gate: null as Promise<void> | null };

  const fake = await startFake(async (call): Promise<FakeAnswer> => {
    if (call.headers.authorization !== `Bearer ${OPPWA.token}`) return { status: 401, body: code("800.900.300") };
    const form = new URLSearchParams(call.method === "POST" ? call.raw.toString() : call.query);
    if (form.get("entityId") !== OPPWA.entityId) return { status: 403, body: code("800.900.300") };
    const [, , kind, id = ""] = call.path.split("/");
    const amount = form.get("amount") ?? "";
    const reference = form.get("merchantTransactionId") ?? "";
    if (call.method === "POST" && (!/^\d+\.\d\d$/.test(amount) || form.get("currency") !== "CHF"))
      return { status: 400, body: code("200.300.404") };
    if (call.method === "POST" && kind === "checkouts") {
      if (form.get("paymentType") !== "DB" || form.get("integrity") !== "true")
        return { status: 400, body: code("200.300.404") };
      const made = {
        id: `${randomBytes(16).toString("hex").toUpperCase()}.uat01-vm-tx04`,
        amount,
        reference,
        code: OPEN,
        asked: 0,
      };
      checkouts.set(made.id, made);
      const { gate } = state;
      state.gate = null;
      await gate;
      const integrity = `sha384-${createHash("sha384").update(script).digest("base64")}`;
      return { body: { id: made.id, integrity, ...code(OPEN) } };
    }
    if (kind === "checkouts") {
      const kept = checkouts.get(id);
      if (state.throttled) return { status: 400, body: code("800.120.100") };
      if (!kept || (kept.code !== OPEN && (kept.asked += 1) > 1)) return { status: 400, body: code("200.300.404") };
      return {
        status: kept.code.startsWith("000") ? 200 : 400,
        body: { id: `pay-${id}`, paymentType: "DB", ...code(kept.code) },
      };
    }
    if (kind === "query") {
      const payments = booked.filter((each) => each.reference === reference);
      return { body: payments.length > 0 ? { payments, ...code("000.000.100") } : code("700.400.580") };
    }
    const debit = booked.find((each) => each.id === id);
    if (kind !== "payments" || !debit || form.get("paymentType") !== "RF" || debit.amount !== amount)
      return { status: 400, body: code("700.400.200") };
    booked.push({ id: `rf-${booked.length}`, paymentType: "RF", reference, amount, result: { code: "000.100.110" } });
    return { body: code("000.100.110") };
  });

  return {
    ...fake,
    checkouts,
    booked,
    throttle: state,
    /** What a shopper, or the bank, does in the widget: it ends with this result code. */
    end(id: string, resultCode: string) {
      const kept = checkouts.get(id);
      if (!kept) throw new Error("There is no such checkout");
      kept.code = resultCode;
      const { amount, reference } = kept;
      booked.push({ id: `pay-${id}`, paymentType: "DB", reference, amount, result: { code: resultCode } });
    },
    /** A notification, sealed; tag and key may be wrong. */
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
  };
}
