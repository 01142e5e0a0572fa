import { expect, test } from "vitest";
import type { Law } from "#core/law.ts";
import { readConfig } from "#server/config/config.ts";
import { retentionAt } from "#server/operator/retention/periods.ts";
import { LAW } from "../support/law.ts";

const settings = (env: Record<string, string> = {}) => readConfig(env).retention;
const LONGER: Law = {
  ...LAW,
  retention: [...LAW.retention, { from: "2027-01-01", source: "a test", days: { documents: 400, orders: 4000 } }],
};
const LAST_MOMENT = new Date("2026-12-31T22:59:59.999Z");
const MIDNIGHT = new Date("2026-12-31T23:00:00Z");

test("documents and orders are kept as long as the law of the day says", () => {
  expect(retentionAt(settings(), LONGER, LAST_MOMENT)).toMatchObject({ documents: 183, orders: 3653, checkouts: 30 });
  expect(retentionAt(settings(), LONGER, MIDNIGHT)).toMatchObject({ documents: 400, orders: 4000, checkouts: 30 });
});

test("a setting counts before the law, each for itself", () => {
  const documents = settings({ RETENTION_DOCUMENTS_DAYS: "10" });
  expect(retentionAt(documents, LONGER, MIDNIGHT)).toMatchObject({ documents: 10, orders: 4000 });
  const orders = settings({ RETENTION_ORDERS_DAYS: "5000" });
  expect(retentionAt(orders, LONGER, MIDNIGHT)).toMatchObject({ documents: 400, orders: 5000 });
});
