import { compose } from "./compose.ts";
import { es2Plus } from "#server/integrations/esim/es2plus.ts";
import { cancelEsim, orderEsim } from "#server/sale/esim/order-esim.ts";
import { openMatchingId } from "#server/sale/esim/reserve.ts";
import { announceIccid } from "#server/sale/order/announce-iccid.ts";
import type { Order } from "#server/sale/order/order.ts";
import { orderServices, SMART30 } from "./order-services.ts";
import { startSmdp, type SmdpOptions } from "#simulator/esim/smdp.ts";

const KEYS = [{ id: "key", key: Buffer.alloc(32, 3) }];
/** The type of the profiles in these tests. */
export const TYPE = "CONSUMER";

/**
 * Creates orders with an eSIM, whose jobs call a stand-in of an SM-DP+ and run manually at the time of the test's
 * clock.
 */
export async function esimOrders(options: SmdpOptions = {}, orderBy: "type" | "iccid" = "type") {
  const smdp = await startSmdp({ stock: { [TYPE]: 50 }, ...options });
  const settings = {
    provider: "es2plus",
    url: smdp.url,
    requester: "1.3.6.1.4.1.99999",
    smdpAddress: "smdp.operator.example",
    profileType: TYPE,
    orderBy,
    finalStatus: "Unavailable",
    certificate: null,
    notificationSecret: "n".repeat(32),
    timeoutMs: 1000,
  } as const;
  const shop = await orderServices(settings);
  const { sale } = shop;
  const alarms: object[] = [];
  const services = compose({
    ...shop.services,
    config: { ...shop.services.config, documentKeys: KEYS, dataDir: "" },
    announceIccid: announceIccid(shop.services),
    esims: es2Plus(settings),
    log: { warn: () => undefined, error: (facts: object) => void alarms.push(facts) },
  });
  const rowOf = async ({ id }: Pick<Order, "id">) =>
    sale.db.selectFrom("esims").selectAll().where("order_id", "=", id).executeTakeFirstOrThrow();
  const run = async (order: Order) => {
    const { state } = await rowOf(order);
    const task = state === "cancelling" ? cancelEsim(services) : orderEsim(services);
    await task({ orderId: order.id });
    return rowOf(order);
  };
  return {
    ...shop,
    services,
    smdp,
    settings,
    alarms,
    rowOf,
    /** Runs the job of an order's eSIM now. Returns its row. */
    run,
    /** Runs it at the time of its next attempt. */
    async runNext(order: Order) {
      const { next_try_at } = await rowOf(order);
      if (next_try_at) sale.clock.now = next_try_at;
      return run(order);
    },
    ordered: () => shop.made(SMART30, { form: { simType: "1" } }),
    /** Returns the matching id in the customer's code. */
    async matchingIdOf(order: Order): Promise<string | null> {
      const { sealed_matching_id, key_id } = await rowOf(order);
      return sealed_matching_id && key_id ? openMatchingId({ sealed_matching_id, key_id }, order.id, KEYS) : null;
    },
    async stop() {
      await smdp.stop();
      await sale.close();
    },
  };
}
export type EsimOrders = Awaited<ReturnType<typeof esimOrders>>;
