import { eventually } from "./eventually.ts";
import { picture } from "./picture.ts";
import { expectOk, Shopper } from "./shopper.ts";

/**
 * The other side of a payment adapter: the provider's page and its people, played by a stand-in from the provider's
 * published documents. Amounts are in Rappen.
 */
export type PlayedProvider = {
  /** Pays on the page that the shopper was sent to. The shop is told of nothing. */
  pay(redirectUrl: string): Promise<void>;
  /** Leaves the page without paying. */
  leave(redirectUrl: string): Promise<void>;
  /** Goes back from the page. Returns the address in the shop at which the browser arrives. */
  back(redirectUrl: string): Promise<URL>;
  /** Sends the webhook about the payment of that page to the shop, as the provider would. */
  report(redirectUrl: string): Promise<Response>;
  /** Sends the same webhook with a wrong signature. */
  forge(redirectUrl: string): Promise<Response>;
  /** Returns a part of the payment, as a person at the provider would. */
  returnPart(redirectUrl: string, amount: number): Promise<void>;
  /** How much the payment of that page was paid, and how much of it went back. */
  money(redirectUrl: string): Promise<{ readonly paid: number; readonly back: number }>;
  /** Whether the provider answers its calls from now on. */
  setReachable(isReachable: boolean): void;
};

export type Scenario = { readonly name: string; run(): Promise<void> };

/** Amount of the tariff that the scenarios sell, in Rappen. */
const PRICE = 2000;

let people = 0;

/**
 * Returns what any payment adapter must pass, each as a test of its own. `shopUrl`: a shop that sells with the adapter
 * and runs jobs. Works with any runner, such as `node:test`.
 */
export function paymentScenarios(shopUrl: () => string, provider: PlayedProvider): readonly Scenario[] {
  const ready = async () => {
    const shopper = new Shopper(shopUrl());
    const email = `payer${(people += 1)}@example.ch`;
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
    await shopper.becomeCustomer(email, await picture());
    return shopper;
  };
  const begin = async (shopper: Shopper) => {
    const begun = await expectOk("the payment", shopper.call("prepareTransaction"));
    if (!("redirectUrl" in begun)) throw new Error("There is nothing to pay");
    return begun.redirectUrl;
  };
  const begun = async () => {
    const shopper = await ready();
    return { shopper, page: await begin(shopper) };
  };
  const hasOrder = async (shopper: Shopper) => (await shopper.prepare("7")).status === 200;
  const statusAfter = async (shopper: Shopper, page: string) => {
    const back = await provider.back(page);
    same(new URL(shopUrl()).host, back.host, "the host that the page leads back to");
    const { status, body } = await shopper.transactionStatus(back.searchParams.get("hostedCheckoutId") ?? "");
    return { status, code: (body["status"] as { transactionStatusCode?: string } | undefined)?.transactionStatusCode };
  };

  return [
    {
      name: "a shopper who pays and comes back has an order, and the money stays",
      async run() {
        const { shopper, page } = await begun();
        await provider.pay(page);
        same("PAID", (await statusAfter(shopper, page)).code, "the status");
        const order = await expectOk("the order", shopper.call("createOrder", { billPayed: true }));
        const again = await expectOk("the order again", shopper.call("createOrder", { billPayed: true }));
        same(order.orderNumber, again.orderNumber, "the order of the second press");
        same({ paid: PRICE, back: 0 }, await provider.money(page), "the money");
      },
    },
    {
      name: "a shopper who pays and never comes back has an order, by the webhook",
      async run() {
        const { shopper, page } = await begun();
        await provider.pay(page);
        same(200, (await provider.report(page)).status, "the answer to the webhook");
        await eventually("the order", () => hasOrder(shopper));
        same(200, (await provider.report(page)).status, "the answer to the same webhook again");
        same({ paid: PRICE, back: 0 }, await provider.money(page), "the money");
      },
    },
    {
      name: "a webhook before the payment, and one with a wrong signature, make no order",
      async run() {
        const { shopper, page } = await begun();
        same(200, (await provider.report(page)).status, "the answer to an early webhook");
        same(403, (await provider.forge(page)).status, "the answer to a forged webhook");
        same(false, await hasOrder(shopper), "whether there is an order");
      },
    },
    {
      name: "two presses at once lead to one page",
      async run() {
        const shopper = await ready();
        const [one, other] = await Promise.all([begin(shopper), begin(shopper)]);
        same(one, other, "the page of the other press");
      },
    },
    {
      name: "a shopper who leaves the page can pay afterwards",
      async run() {
        const { shopper, page } = await begun();
        await provider.leave(page);
        await statusAfter(shopper, page);
        const next = await begin(shopper);
        await provider.pay(next);
        same("PAID", (await statusAfter(shopper, next)).code, "the status");
        await expectOk("the order", shopper.call("createOrder", { billPayed: true }));
      },
    },
    {
      name: "what was paid for another choice goes back, once, and only what somebody has not returned already",
      async run() {
        const { shopper, page } = await begun();
        await provider.pay(page);
        await provider.returnPart(page, 500);
        await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
        await provider.report(page);
        await eventually("the refund", async () => (await provider.money(page)).back === PRICE);
        await provider.report(page);
        same({ paid: PRICE, back: PRICE }, await provider.money(page), "the money");
      },
    },
    {
      name: "while the provider cannot be reached the shopper is asked to try again, and then pays",
      async run() {
        const shopper = await ready();
        provider.setReachable(false);
        const { status } = await shopper.call("prepareTransaction").finally(() => provider.setReachable(true));
        same(503, status, "the answer");
        const page = await begin(shopper);
        provider.setReachable(false);
        await provider.pay(page);
        await statusAfter(shopper, page).finally(() => provider.setReachable(true));
        await eventually("the status", async () => (await statusAfter(shopper, page)).code === "PAID");
        same({ paid: PRICE, back: 0 }, await provider.money(page), "the money");
      },
    },
  ];
}

/** Throws with both values if they differ. */
function same(expected: unknown, found: unknown, what: string): void {
  const [one, other] = [expected, found].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`Expected ${what} to be ${one}, and it is ${other}`);
}
