import { pino } from "pino";
import { checkStart } from "#server/check-start.ts";
import { readConfig } from "#server/config/config.ts";
import { rolesOf } from "#server/platform/database/roles.ts";
import { startKasse } from "#server/kasse.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { demoCatalogue } from "./demo-catalogue.ts";
import { sell } from "./sell.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import { OPERATOR_SECRET, startOperator, type Person } from "./operator.ts";
import { freePort } from "./ports.ts";
import { pick, type Random } from "./seeded.ts";
import { startShop } from "./shop.ts";
import { Shopper } from "./shopper.ts";

/** The demo catalogue with a down payment for a device, so that held orders have an amount due. */
const BASE: Catalogue = {
  ...demoCatalogue,
  devices: demoCatalogue.devices.map((device) => (device.code === "AARE5" ? { ...device, downPayment: 9900 } : device)),
};

/** The catalogues activated in turn: other prices, no down payment, a tariff and a device removed. */
const CATALOGUES: readonly Catalogue[] = [
  BASE,
  withPrices(200),
  { ...withPrices(-100), devices: demoCatalogue.devices },
  {
    ...BASE,
    mobileTariffs: demoCatalogue.mobileTariffs.filter(({ code }) => code !== "PREPAID10"),
    devices: demoCatalogue.devices.filter(({ code }) => code !== "AARE5"),
  },
];

function withPrices(more: number): Catalogue {
  return {
    ...BASE,
    mobileTariffs: demoCatalogue.mobileTariffs.map((tariff) => ({
      ...tariff,
      prices: tariff.prices.map((price) => ({ ...price, price: price.price === 0 ? 0 : price.price + more })),
    })),
  };
}

/** Changes around a shopper, each made by one call. `index` chooses the details. */
export const CHANGES = ["catalogue", "customer", "receiver", "clock", "release", "cancelHeld", "refund"] as const;
export type Change = (typeof CHANGES)[number];

const MINUTE = 60_000;
/** Jumps of the clock in ms: beyond a payment's expiry, a login's end, and the time to pay a released order. */
const JUMPS = [MINUTE, 40 * MINUTE, 13 * 60 * MINUTE, 4 * 24 * 60 * MINUTE] as const;
const MOODS = ["well", "failing", "lost", "nonsense"] as const;
const BY = { actor: "model", reason: "a test of everything" };

/**
 * Starts two servers with different settings on one database. The operator's systems, the receiver of events and the
 * clock change between any two calls.
 */
export async function startChangingWorld(random: Random, env: Readonly<Record<string, string>>) {
  const operator = await startOperator();
  const receiver = await startFake(() => ({ status: 204 }));
  let clock = 0;
  const now = () => new Date(Date.now() + clock);
  const settings = {
    ...env,
    CUSTOMER_BASE: "http",
    CUSTOMER_BASE_URL: operator.url,
    CUSTOMER_BASE_SECRET: OPERATOR_SECRET,
    ORDER_HANDOVER: "webhook",
    ORDER_WEBHOOK_URL: `${receiver.url}/orders`,
    ORDER_WEBHOOK_SECRET: "secret",
    UNPAID_ORDER_DAYS: "3",
  };
  const shop = await startShop({ jobs: true, now, env: settings });
  const port = await freePort();
  const { dataDir } = shop.kasse.services.config;
  const config = readConfig({
    ...settings,
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(await freePort()),
    SUMMARY_STEP: "show",
    UNPAID_ORDER_DAYS: "30",
    DATABASE_POOL: "10",
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
  });
  const other = await startKasse({
    checked: await checkStart(config),
    log: pino({ level: "silent" }),
    roles: rolesOf({ ...config, databaseUrl: shop.database.url }),
    now,
  });
  const urls = [shop.url, `http://127.0.0.1:${port}`];
  const { services } = shop.kasse;
  const orderOf = async (checkoutId: string | null): Promise<string | undefined> =>
    (
      await shop.database.pool.query<{ number: string }>("select number from orders where checkout_id = $1", [
        checkoutId,
      ])
    ).rows[0]?.number;

  async function change(kind: Change, index: number, person: Person, checkoutId: string | null): Promise<void> {
    const number = await orderOf(checkoutId);
    switch (kind) {
      case "catalogue":
        await sell(services.db, CATALOGUES[index % CATALOGUES.length] ?? BASE, now());
        return;
      case "customer":
        changePerson(person, index);
        return;
      case "receiver":
        receiver.state.mood = MOODS[index % MOODS.length] ?? "well";
        return;
      case "clock":
        clock += JUMPS[index % JUMPS.length] ?? 0;
        return;
      case "release":
      case "cancelHeld":
      case "refund":
        if (number) await services.orderActions.carryOut(kind, { order: { number }, by: BY });
    }
  }

  return {
    database: shop.database,
    operator,
    receiver,
    change,
    shopper: () => new Shopper(() => pick(random, urls)),
    /** Resets everything except the database for the next sequence. */
    async reset(): Promise<void> {
      clock = 0;
      receiver.state.mood = "well";
      await sell(services.db, BASE, now());
    },
    async stop() {
      await other.stop();
      await shop.stop();
      await operator.stop();
      await receiver.stop();
    },
  };
}

/** Changes the solvency, e-mail, phone or address of a customer of the base. */
function changePerson(person: Person, index: number): void {
  const changes = [
    () => (person.solvent = !person.solvent),
    () => (person.username = `moved-${person.username}`),
    () => (person.phone = `4179${String(Number(person.phone.slice(4)) + 5_000_000).slice(-7)}`),
    () => (person.password = `${person.password}!`),
  ];
  changes[index % changes.length]?.();
}
