import { compose } from "./compose.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { OrderAction } from "#core/desk/order-actions.ts";
import type { Config } from "#server/config/config.ts";
import type { Details } from "#server/sale/order/facts.ts";
import type { Mail } from "#server/platform/mail-and-sms.ts";
import { loadOrder, type Order } from "#server/sale/order/order.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { openEvent } from "#server/sale/order/event/order.ts";
import { demoWith } from "./demo-catalogue.ts";
import { TEST_SEALS } from "./seals.ts";
import { paymentServices, type ReadyCustomer } from "./payment-services.ts";

/** The secret of the operator's systems in these tests. */
export const OPERATOR = "operator-secret";
/** The person who decides about held orders in these tests. */
export const CLERK = { actor: "anna", reason: "checked by phone" } as const;

export const SMART30 = { type: "Tariff", tariff: "SMART30" } as const;
/** A device with a down payment of CHF 99, which `orderServices` activates. */
export const WITH_DEVICE = { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX" } as const;
export const BUSINESS = {
  userId: "B1",
  contracts: [{ contractType: "Business" }],
  organisation: { name: "Muster AG", uid: "CHE-123.456.789" },
} as const;

/** Creates orders in each of their states, on a database, like a purchase does; mails are only recorded. */
export async function orderServices(esim: Config["esim"] = { provider: "sandbox" }) {
  const shop = await paymentServices();
  const { sale } = shop;
  await sale.sell(demoWith("devices", WITH_DEVICE.mobile, { downPayment: 9900 }));
  await sale.count(WITH_DEVICE.mobile, 100);
  const mails: Mail[] = [];
  const services = compose({
    ...shop.services,
    brand: await readBrand("brands/alpenfon/brand.json"),
    orderNews: [],
    refundAhead: async ({ amount }: { readonly amount: number }) => ({ now: amount, before: 0 }),
    mail: { send: async (mail: Mail) => (mails.push(mail), "sent" as const) },
    config: {
      publicUrl: "https://shop.example.ch",
      unpaidOrderDays: 7,
      customerCancelHours: 2,
      numberQuarantineDays: 90,
      deskUrl: null,
      deskRefundLimit: 500,
      reviewDays: 3,
      agents: { provider: "off" },
      handover: { provider: "webhook", url: "https://operator.example.ch", secret: OPERATOR, certificate: null },
      esim,
    },
  } as const);

  /** Carries out an action. Returns `done`, or the reason why it is unavailable. */
  async function act(action: OrderAction, { number }: Pick<Order, "number">, details: Details = {}): Promise<string> {
    const outcome = await services.orderActions.carryOut(action, { order: { number }, by: CLERK, ...details });
    return outcome.kind === "unavailable" ? outcome.reason : outcome.kind;
  }

  /** Places the order of a new customer, as by the shopper's press. */
  async function made(record: CheckoutRecord = SMART30, customer: ReadyCustomer = {}): Promise<Order> {
    const { id } = await shop.ready(record, customer);
    const outcome = await services.orders.make({ id, record }, { press: { seen: null, locale: "de" } });
    if (outcome.kind !== "ordered") throw new Error(`There is no order: ${outcome.kind}`);
    return reload(outcome.order);
  }

  /** Places an order on hold, because its customer is not solvent. */
  const held = (record: CheckoutRecord = WITH_DEVICE, customer: ReadyCustomer = {}) =>
    made(record, { ...customer, solvent: false });

  /** Places a held order, releases it, and lets it wait for its payment. */
  async function awaiting(customer: ReadyCustomer = {}): Promise<Order> {
    const order = await held(WITH_DEVICE, customer);
    await act("release", order);
    return reload(order);
  }

  let paidOnes = 0;
  /** Places an order by its payment. */
  async function paid(record: CheckoutRecord = WITH_DEVICE, customer: ReadyCustomer = {}): Promise<Order> {
    const checkout = await shop.ready(record, customer);
    const hostedId = `order-${(paidOnes += 1)}`;
    shop.outcomes.set(hostedId, "paid");
    await services.settlement.settle(await shop.pay(checkout, hostedId));
    const { order } = await sale.reload(checkout.id);
    if (!order) throw new Error("The payment has made no order");
    return reload(order);
  }

  /** Returns the stored order. */
  async function reload({ number }: Pick<Order, "number">): Promise<Order> {
    const order = await loadOrder(sale.db, { number });
    if (!order) throw new Error(`There is no order ${number}`);
    return order;
  }

  type Job = { readonly name: string; readonly payload: Record<string, string>; readonly key: string | null };
  return {
    ...shop,
    services,
    mails,
    act,
    made,
    held,
    awaiting,
    paid,
    reload,
    /** Returns the queued jobs about an order, oldest first. */
    async jobsOf({ id }: Pick<Order, "id">): Promise<Job[]> {
      return sale.query<Job>(
        `select t.identifier as name, j.payload, j.key
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where j.payload->>'orderId' = $1 order by j.id`,
        [id],
      );
    },
    /** Returns the events of an order for the operator's systems, oldest first. */
    async eventsOf({ id }: Pick<Order, "id">): Promise<OrderEvent[]> {
      const rows = await sale.query<{ event_id: string; event: OrderEvent }>(
        "select event_id, event from handovers where order_id = $1 order by sequence",
        [id],
      );
      const events = await Promise.all(rows.map(({ event_id, event }) => openEvent(TEST_SEALS, event_id, event)));
      return events as OrderEvent[];
    },
    /** Returns the number of pieces of the device for sale. */
    async pieces(): Promise<number> {
      const rows = await sale.query<{ on_hand: number }>("select on_hand from stock where article = $1", [
        WITH_DEVICE.mobile,
      ]);
      return rows[0]?.on_hand ?? -1;
    },
  };
}
export type OrderServices = Awaited<ReturnType<typeof orderServices>>;

/** An event as the operator's systems read it. */
export type OrderEvent = {
  readonly eventId: string;
  readonly eventType: string;
  readonly event: { readonly productOrder: Record<string, unknown> };
};
