import { createHmac } from "node:crypto";
import { isSameSecret, readJson, v, type WebhookHeaders, type WebhookRead } from "kasse/extension";

/** The events that matter: those of a session (API reference, "Events"). All others are acknowledged. */
const Event = v.object({
  id: v.string(),
  type: v.string(),
  data: v.object({ object: v.object({ id: v.string(), object: v.string() }) }),
});

/** How old a signed event may be, in seconds ("Verify webhook signatures manually"). */
const TOLERANCE = 300;

/**
 * Verifies and reads an event. The header is `t=<seconds>,v1=<hex>[,v1=…]`, with one signature for each secret while
 * one is rotated: HMAC-SHA256 over the time, a full stop and the raw body. Other schemes, such as `v0`, do not count.
 */
export function readEvent(raw: Buffer, headers: WebhookHeaders, secret: string, now: Date): WebhookRead {
  const parts = String(headers["stripe-signature"]).split(",", 10);
  const valuesOf = (name: string) => parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(3)] : []));
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  if (time === undefined || Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE) return { kind: "forged" };
  const expected = createHmac("sha256", secret).update(`${time}.`).update(raw).digest("hex");
  if (!valuesOf("v1").some((signature) => isSameSecret(expected, signature))) return { kind: "forged" };
  const event = readJson(Event, raw.toString("utf8"));
  if (event?.data.object.object !== "checkout.session") return { kind: "other" };
  return { kind: "event", eventId: event.id, payment: { hostedId: event.data.object.id } };
}
