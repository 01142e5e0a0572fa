import { after, before, test } from "node:test";
import { paymentScenarios, startShop, type TestShop } from "kasse/kit";
import { ACCOUNT, startStripe } from "./stand-in.ts";

const stripe = await startStripe();
let shop: TestShop;
before(async () => {
  shop = await startShop({
    extensions: ["."],
    settings: {
      PAYMENT_PROVIDER: "stripe",
      STRIPE_URL: stripe.url,
      STRIPE_SECRET_KEY: ACCOUNT.secretKey,
      STRIPE_WEBHOOK_SECRET: ACCOUNT.webhookSecret,
    },
  });
});
after(async () => {
  await shop.stop();
  await stripe.stop();
});

const report = (page: string, secret: string) =>
  stripe.report(page, `${shop.url}/public-api/payment-webhook/stripe`, secret);

const provider = {
  ...stripe,
  report: (page: string) => report(page, ACCOUNT.webhookSecret),
  forge: (page: string) => report(page, `${ACCOUNT.webhookSecret}x`),
};
for (const { name, run } of paymentScenarios(() => shop.url, provider)) test(name, run);
