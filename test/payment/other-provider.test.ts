import { expect, test } from "vitest";
import { unconfiguredPayments } from "#server/tasks.ts";
import { paymentServices } from "../support/payment-services.ts";

test("payments that are not finished at a provider that is no longer configured are counted, ended ones are not", async () => {
  const shop = await paymentServices();
  const checkout = await shop.ready({ type: "Tariff", tariff: "PREPAID20" });
  const { id } = await shop.pay(checkout, "at-acme");
  await shop.sale.query("update payments set provider = 'acme'");
  const of = (name: string) => ({ named: (asked: string) => (asked === name ? shop.services.payments : null) });
  const found = (name: string) => unconfiguredPayments(shop.sale.db, of(name) as never);
  expect(await found("sandbox-hosted")).toEqual([
    "1 payment is not finished at acme, which is no longer configured. Set PAYMENT_PROVIDER_BEFORE=acme with its settings, or start with PAYMENT_PROVIDER=acme until they are settled or refunded.",
  ]);
  expect(await found("acme")).toEqual([]);
  await shop.sale.query("update payments set state = 'expired' where id = $1", [id]);
  expect(await found("sandbox-hosted")).toEqual([]);
  await shop.sale.close();
});
