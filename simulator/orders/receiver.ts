import { createHmac, timingSafeEqual } from "node:crypto";
import { startFake, type FakeCall, type FakeOptions, type StandIn } from "#simulator/play/fake-server.ts";
import { failureSwitches, type Switches } from "#simulator/play/switches.ts";

export const RECEIVER = { secret: "receiver-secret-0123456789" };

/** An event of an order (TMF622 v5, docs/handover.md), as far as the receiver reads it. */
type OrderEvent = {
  readonly eventId: string;
  readonly eventType: string;
  readonly event: {
    readonly productOrder: {
      readonly id: string;
      readonly state?: string;
      readonly productOrderItem?: readonly {
        readonly productOffering?: { readonly name?: string; readonly id?: string };
        readonly product?: {
          readonly productCharacteristic?: readonly { readonly name: string; readonly value: string }[];
        };
      }[];
    };
  };
};

/** An event that was stored, and how often it came. */
export type Kept = { readonly event: OrderEvent; readonly deliveries: number };

/** The age of a signature from which it is refused, in seconds (docs/handover.md, Signature). */
const FRESH_SECONDS = 300;

/** Keeps an event once, by its id. Returns whether it was known. */
type Keep = (event: OrderEvent) => boolean | Promise<boolean>;

/** The operator's system that receives orders: it checks the signature with its time, and stores what it is sent. */
export function receiver(keep: Keep, switches: Switches = failureSwitches()): StandIn {
  return async (call) => {
    if (call.method !== "POST" || call.path !== "/orders") return { status: 404 };
    const secret = switches.take("wrongSignature") ? "another secret" : RECEIVER.secret;
    if (!isGenuine(call, secret)) return { status: 401, remark: "wrong signature" };
    const event = call.json() as OrderEvent;
    const what = `${event.eventType} of ${event.event.productOrder.id}`;
    if (switches.take("decline")) return { status: 422, remark: `${what} (declined)` };
    return { status: 204, remark: (await keep(event)) ? `${what}, which was known` : what };
  };
}

/** The receiver on a port, with its events in memory. */
export async function startReceiver({ switches = failureSwitches(), ...more }: FakeOptions = {}) {
  const kept = new Map<string, Kept>();
  const keep: Keep = (event) => {
    const known = kept.get(event.eventId);
    kept.set(event.eventId, { event, deliveries: (known?.deliveries ?? 0) + 1 });
    return known !== undefined;
  };
  return { ...(await startFake(receiver(keep, switches), { ...more, switches })), kept };
}

/** docs/handover.md, "Signature": HMAC-SHA256 over `<t>.<raw body>`, not older than five minutes. */
function isGenuine({ headers, raw }: FakeCall, secret: string): boolean {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-kasse-signature-v2"]));
  const [, time = "", signature = ""] = match ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.`).update(raw).digest();
  const age = Math.abs(Date.now() / 1000 - Number(time));
  return match !== null && age < FRESH_SECONDS && timingSafeEqual(Buffer.from(signature, "hex"), expected);
}
