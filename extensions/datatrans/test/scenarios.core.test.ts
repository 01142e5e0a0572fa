import { afterAll, beforeAll, test } from "vitest";
import { startShop, type Shop } from "#test/support/shop.ts";
import { paymentScenarios } from "../../../kit/payment.ts";
import { DATATRANS, startDatatrans } from "../simulator/platform.ts";

let datatrans: Awaited<ReturnType<typeof startDatatrans>>;
let shop: Shop;
beforeAll(async () => {
  datatrans = await startDatatrans();
  shop = await startShop({
    jobs: true,
    env: {
      PAYMENT_PROVIDER: "datatrans",
      DATATRANS_URL: datatrans.url,
      DATATRANS_MERCHANT_ID: DATATRANS.merchant,
      DATATRANS_PASSWORD: DATATRANS.password,
      DATATRANS_SIGN_KEY: DATATRANS.signKey,
    },
  });
});
afterAll(async () => {
  await shop.stop();
  await datatrans.stop();
});

const idOf = (page: string) => new URL(page).pathname.split("/").at(-1) ?? "";

/** Returns where the shop leads a browser that comes from Datatrans' page. */
async function backFrom(page: string): Promise<URL> {
  const result = new URL(datatrans.transactions.get(idOf(page))?.redirect.successUrl ?? "");
  const { headers } = await fetch(`${shop.url}${result.pathname}?datatransTrxId=${idOf(page)}`, { redirect: "manual" });
  return new URL(headers.get("location") ?? "", shop.url);
}

const scenarios = paymentScenarios(() => shop.url, {
  async pay(page) {
    datatrans.act(idOf(page), "pay");
  },
  async leave(page) {
    datatrans.act(idOf(page), "cancel");
  },
  back: backFrom,
  report: (page) => datatrans.webhook(shop.url, idOf(page)),
  forge: (page) => datatrans.webhook(shop.url, idOf(page), { key: "ab".repeat(64) }),
  async returnPart(page, amount) {
    datatrans.credit(idOf(page), amount);
  },
  async money(page) {
    const id = idOf(page);
    const back = datatrans.credits.filter((credit) => credit.of === id).reduce((sum, { amount }) => sum + amount, 0);
    return { paid: datatrans.transactions.get(id)?.settled ?? 0, back };
  },
  setReachable(isReachable) {
    datatrans.state.mood = isReachable ? "well" : "failing";
  },
});
test.each(scenarios)("$name", ({ run }) => run());
