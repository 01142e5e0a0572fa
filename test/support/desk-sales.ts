import { INSOLVENT } from "./insolvent.ts";
import { expectOk, type Shopper } from "./shopper.ts";
import type { Shop } from "./shop.ts";

/** Returns functions that create orders for the desk. `image`: a picture of a document. */
export function salesIn(shop: Pick<Shop, "shopper">, image: Blob) {
  async function customer(email: string, tariff: string, changes: Record<string, unknown> = {}): Promise<Shopper> {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff });
    await shopper.becomeCustomer(email, image, changes);
    return shopper;
  }
  const numberOf = async (shopper: Shopper) => (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
  return {
    customer,
    /** Creates a declined payment. Returns its shopper. */
    async declined(email: string, tariff: string): Promise<Shopper> {
      const shopper = await customer(email, tariff);
      const payment = await expectOk("payment", shopper.call("prepareTransaction", {}));
      const hosted = await shopper.pressAtProvider((payment as { redirectUrl: string }).redirectUrl, "decline");
      await expectOk("status", shopper.transactionStatus(hosted ?? ""));
      return shopper;
    },
    /** Creates a payment that its provider has taken, and reports only when the shop asks. Returns its shopper. */
    async unreported(email: string, tariff: string): Promise<Shopper> {
      const shopper = await customer(email, tariff);
      const payment = await expectOk("payment", shopper.call("prepareTransaction", {}));
      const { redirectUrl } = payment as { redirectUrl: string };
      await setWebhook(redirectUrl, "never");
      await shopper.pressAtProvider(redirectUrl, "pay");
      await setWebhook(redirectUrl, "normal");
      return shopper;
    },
    /** Places an order on account. Returns its number and its shopper. */
    async order(email: string, changes: Record<string, unknown> = {}) {
      const shopper = await customer(email, "SMART30", changes);
      return { number: await numberOf(shopper), shopper };
    },
    /** Places an order on hold. */
    async held(email: string) {
      const shopper = await customer(email, "SMART30", INSOLVENT);
      return { number: await numberOf(shopper), shopper };
    },
    /** Places a paid order. Returns its number. */
    async paid(email: string, tariff: string): Promise<string> {
      const shopper = await customer(email, tariff);
      const payment = await expectOk("payment", shopper.call("prepareTransaction", {}));
      await shopper.pressAtProvider((payment as { redirectUrl: string }).redirectUrl, "pay");
      return numberOf(shopper);
    },
  };
}

/** Sets how the sandbox provider of this page sends its webhooks from now on. */
async function setWebhook(page: string, webhook: "normal" | "never"): Promise<void> {
  const { status } = await fetch(new URL("/faults", page), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ webhook }),
  });
  if (status >= 300) throw new Error(`The provider answered ${status}`);
}
