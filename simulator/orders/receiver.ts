import { createHmac, timingSafeEqual } from "node:crypto";
import { startFake, type FakeCall, type FakeOptions, type StandIn } from "#simulator/play/fake-server.ts";
import { failureSwitches, type Switches } from "#simulator/play/switches.ts";

export const RECEIVER = { secret: "receiver-secret-0123456789" };

/** The fields that the receiver reads from an order event (TMF622 v5, docs/handover.md). */
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

/** A stored event, and how many times it was delivered. */
export type StoredEvent = { readonly event: OrderEvent; readonly deliveries: number };

/** The maximum age of a signature, in seconds (docs/handover.md, Signature). */
const FRESH_SECONDS = 300;

/** Stores an event, unless its id is already stored. Returns whether it was. */
type Store = (event: OrderEvent) => boolean | Promise<boolean>;

/** The operator's system that receives orders. It checks the signature and its age, and stores the event. */
export function receiver(store: Store, switches: Switches = failureSwitches()): StandIn {
  return async (call) => {
    if (call.method !== "POST" || call.path !== "/orders") return { status: 404 };
    const secret = switches.take("wrongSignature") ? "another secret" : RECEIVER.secret;
    if (!isGenuine(call, secret)) return { status: 401, remark: "wrong signature" };
    const event = call.json() as OrderEvent;
    const what = `${event.eventType} of ${event.event.productOrder.id}`;
    if (switches.take("decline")) return { status: 422, remark: `${what} (declined)` };
    return { status: 204, remark: (await store(event)) ? `${what}, which was known` : what };
  };
}

/** Starts the receiver on a port, with its events in memory. */
export async function startReceiver({ switches = failureSwitches(), ...more }: FakeOptions = {}) {
  const stored = new Map<string, StoredEvent>();
  const store: Store = (event) => {
    const known = stored.get(event.eventId);
    stored.set(event.eventId, { event, deliveries: (known?.deliveries ?? 0) + 1 });
    return known !== undefined;
  };
  return { ...(await startFake(receiver(store, switches), { ...more, switches })), stored };
}

/**
 * Whether the signature is valid: HMAC-SHA256 over `<t>.<raw body>`, not older than five minutes (docs/handover.md,
 * "Signature").
 */
function isGenuine({ headers, raw }: FakeCall, secret: string): boolean {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-kasse-signature-v2"]));
  const [, time = "", signature = ""] = match ?? [];
  const expected = createHmac("sha256", secret).update(`${time}.`).update(raw).digest();
  const age = Math.abs(Date.now() / 1000 - Number(time));
  return match !== null && age < FRESH_SECONDS && timingSafeEqual(Buffer.from(signature, "hex"), expected);
}
