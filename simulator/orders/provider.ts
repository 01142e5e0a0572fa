import { randomUUID } from "node:crypto";
import type { Action, Holding, Provider, Row } from "#simulator/play/provider.ts";
import { RECEIVER, startReceiver, type StoredEvent } from "./receiver.ts";

type Reported = Map<string, string>;

/** Plays the operator's receiver of orders, which reports each order's state back (docs/handover.md). */
export const RECEIVER_PROVIDER: Provider = {
  name: "receiver",
  title: "Orders: receiver of hand-overs",
  integration: "orders",
  choice: ["ORDER_HANDOVER", "webhook"],
  ports: 1,
  failures: {
    decline: { does: "The event is refused with 422 and not stored." },
    delay: { does: "The event is stored and answered later; the shop waits for ten seconds." },
    answerLost: { does: "The event is stored and the connection ends without an answer, so that it comes again." },
    duplicate: { does: "A report of an order's state comes twice, with the same event id." },
    outOfOrder: { does: "A report is held back until another one has been sent, for at most five seconds." },
    wrongSignature: { does: "The receiver has another secret: it refuses the event's signature with 401." },
    down: { does: "The receiver answers 503 and stores nothing." },
  },
  async start({ ports, shopUrl, switches, journal, courier }) {
    const receiver = await startReceiver({ port: ports[0] ?? 0, switches, journal });
    const reported: Reported = new Map();
    const report = (title: string, state: string, bodyOf: (id: string) => object): Action => ({
      title,
      of: "row",
      async run({ id }) {
        if (!ordersIn(receiver.stored).has(id)) return { refused: "There is no such order." };
        const body = JSON.stringify(bodyOf(id));
        reported.set(id, state);
        await courier.deliver({ what: `report: ${id} ${state}`, send: () => post(shopUrl, body) });
        return { done: `${id} was reported as ${state}.` };
      },
    });
    return {
      settings: { ORDER_WEBHOOK_URL: `${receiver.url}/orders`, ORDER_WEBHOOK_SECRET: RECEIVER.secret },
      holds: () => [ordersHeld(receiver.stored, reported), eventsHeld(receiver.stored)],
      actions: {
        ...Object.fromEntries(
          Object.entries(STATES).map(([name, [title, state]]) => [
            name,
            report(title, state, (id) => stateChange(id, state)),
          ]),
        ),
        ...Object.fromEntries(
          Object.entries(TRANSFERS).map(([name, [title, state, more]]) => [
            name,
            report(title, state, (id) => transferChange(id, { mnpState: state, ...more() })),
          ]),
        ),
      },
      stop: () => receiver.stop(),
    };
  },
};

/** The reports of an order's state: for each, its button's label and the TMF622 state. */
const STATES = {
  accepted: ["Report accepted", "acknowledged"],
  inProgress: ["Report in progress", "inProgress"],
  completed: ["Report completed", "completed"],
  failed: ["Report failed", "failed"],
} as const;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * The reports on a number transfer: for each, its button's label, the state, and further characteristics
 * (docs/handover.md, "What you send back").
 */
const TRANSFERS = {
  transferRequested: ["Transfer requested", "requested", () => ({})],
  transferUnconfirmed: ["Transfer waits for the SMS", "confirmationNeeded", () => ({})],
  transferScheduled: ["Transfer in 4 days", "scheduled", () => ({ mnpDate: inDays(4) })],
  transferDone: ["Transfer done", "completed", () => ({ mnpDate: inDays(0) })],
  transferRefused: ["Transfer refused: other holder", "refused", () => ({ mnpReason: "holder" })],
} as const satisfies Record<string, readonly [string, string, () => Readonly<Record<string, string>>]>;

const transferChange = (id: string, characteristics: Readonly<Record<string, string>>) => ({
  eventId: randomUUID(),
  eventTime: new Date().toISOString(),
  eventType: "ProductOrderAttributeValueChangeEvent",
  event: {
    productOrder: {
      id,
      productOrderItem: [
        {
          id: "1",
          product: {
            productCharacteristic: Object.entries(characteristics).map(([name, value]) => ({ name, value })),
          },
        },
      ],
    },
  },
});

/** docs/handover.md, "What you send back". */
const stateChange = (id: string, state: string) => ({
  eventId: randomUUID(),
  eventTime: new Date().toISOString(),
  eventType: "ProductOrderStateChangeEvent",
  event: { productOrder: { id, state } },
});

async function post(shopUrl: string, body: string): Promise<string> {
  const { status } = await fetch(`${shopUrl}/public-api/order-events`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${RECEIVER.secret}` },
    body,
  });
  return String(status);
}

/** Returns the events of each order, by order number. */
function ordersIn(stored: ReadonlyMap<string, StoredEvent>): ReadonlyMap<string, readonly StoredEvent[]> {
  return Map.groupBy(stored.values(), ({ event }) => event.event.productOrder.id);
}

const isTransfer = (events: readonly StoredEvent[]): boolean =>
  events
    .flatMap(({ event }) => event.event.productOrder.productOrderItem ?? [])
    .flatMap(({ product }) => product?.productCharacteristic ?? [])
    .some(({ name, value }) => name === "numberTransfer" && value === "yes");

function ordersHeld(stored: ReadonlyMap<string, StoredEvent>, reported: Reported): Holding {
  const rows = [...ordersIn(stored)].map(([id, events]): Row => {
    const items = events.flatMap(({ event }) => event.event.productOrder.productOrderItem ?? []);
    const names = items.map(({ productOffering }) => productOffering?.name ?? productOffering?.id ?? "");
    const isCancelled = events.some(({ event }) => event.event.productOrder.state === "cancelled");
    return {
      id,
      cells: [
        id,
        [...new Set(names.filter((name) => name !== ""))].join(", "),
        isCancelled ? "cancelled" : (reported.get(id) ?? "new"),
      ],
      actions: [...Object.keys(STATES), ...(isTransfer(events) ? Object.keys(TRANSFERS) : [])],
    };
  });
  return { title: "Orders", columns: ["Number", "Items", "State"], rows: rows.toReversed() };
}

function eventsHeld(stored: ReadonlyMap<string, StoredEvent>): Holding {
  const rows = [...stored.values()].map(({ event: { eventId, eventType, event }, deliveries }): Row => ({
    id: eventId,
    cells: [event.productOrder.id, eventType, eventId, String(deliveries)],
    actions: [],
  }));
  return { title: "Events", columns: ["Order", "Type", "Id", "Deliveries"], rows: rows.toReversed() };
}
