import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { checkStart } from "#server/check-start.ts";
import { readConfig } from "#server/config/config.ts";
import { rolesOf } from "#server/platform/database/roles.ts";
import type { Periods } from "#server/config/periods.ts";
import { SOON } from "./quick-periods.ts";
import { startKasse, type Kasse, type KasseOptions } from "#server/kasse.ts";
import { CONNECTION_TIMES, type ConnectionTimes } from "#server/platform/http/connections.ts";
import type { DeskBundle } from "#server/desk/pages/bundle.ts";
import type { Bundle } from "#server/pages/assets.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { eventually as eventuallyWithin } from "../../kit/eventually.ts";
import { PATIENCE_MS, PATIENT_TIMES } from "./patience.ts";
import { workersPictureLanes } from "./picture-lanes.ts";
import { freePort } from "./ports.ts";
import { QUICK_HASHING } from "./quick-hashing.ts";
import { Shopper } from "./shopper.ts";
import { stateFor, type DatabaseState } from "./test-server.ts";
import { WIDE_LIMITS } from "./wide-limits.ts";

export type Shop = {
  readonly url: string;
  readonly kasse: Kasse;
  readonly database: TestDatabase;
  /** Returns a new browser: no cookie, no checkout. */
  shopper(): Shopper;
  messages(to?: string): Promise<{ channel: string; to: string; subject: string; text: string }[]>;
  /** Returns the text of the management port's metrics. */
  metrics(): Promise<string>;
  orders(): Promise<{ eventId: string; eventType: string; event: { productOrder: ProductOrder } }[]>;
  stop(): Promise<void>;
};
type ProductOrder = {
  id: string;
  productOrderItem: { productOffering: { id: string } }[];
  externalId: { id: string }[];
};

export type ShopOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** Makes the limits changeable while the shop runs, in `kasse.services.config.limits`. */
  readonly openLimits?: true;
  /** Receives each line of the log, which is written at `LOG_LEVEL`. */
  readonly onLog?: (line: string) => void;
  /** The built browser bundle, for tests of pages. */
  readonly bundle?: Bundle | null;
  readonly deskBundle?: DeskBundle | null;
  /** Periods that differ from the short ones of all tests. */
  readonly periods?: Partial<Periods>;
  /** Timeouts for clients; the shop's own if omitted. */
  readonly connectionTimes?: Partial<ConnectionTimes>;
  /**
   * Runs jobs, such as mails and hand-overs: with one runner for all lanes, or as delivered, with one for each. Without
   * it, none run.
   */
  readonly jobs?: boolean | "perLane";
  /** What the shop's database has at its start. By default, what a shop has after its first start. */
  readonly database?: DatabaseState;
  /**
   * Whether passwords cost what they cost an operator's shop, the shop has its own processes for pictures, and it waits
   * as briefly for its database.
   */
  readonly asDelivered?: true;
} & Pick<KasseOptions, "beforeJobs" | "onSaleSince">;

/** Starts the whole server on a separate database, with sandboxes for every integration. */
export async function startShop({
  env = {},
  now,
  onLog,
  bundle = null,
  deskBundle = null,
  openLimits,
  periods = {},
  connectionTimes = {},
  jobs = false,
  database: state,
  asDelivered,
  onSaleSince,
  ...rest
}: ShopOptions = {}): Promise<Shop> {
  const database = await createTestDatabase(state ?? (onSaleSince ? "migrated" : stateFor(env)));
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-shop-"));
  const [port, paymentPort] = [await freePort(), await freePort()];
  const read = readConfig({
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(paymentPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    MANAGEMENT_PORT: "0",
    ...WIDE_LIMITS,
    DATABASE_POOL: "10",
    ...env,
  });
  const config = openLimits ? { ...read, limits: { ...read.limits } } : read;
  const log = onLog ? pino({ level: config.logLevel, base: null }, { write: onLog }) : pino({ level: "silent" });
  const kasse = await startKasse({
    checked: await checkStart(config),
    log,
    roles: rolesOf({ ...config, databaseUrl: config.databaseUrl ?? database.url }),
    bundle,
    deskBundle,
    periods: { ...SOON, ...periods },
    connectionTimes: { ...CONNECTION_TIMES, ...connectionTimes },
    ...(jobs === "perLane" ? {} : { runners: jobs ? "one" : "none" }),
    ...(asDelivered
      ? {}
      : { hashing: QUICK_HASHING, pictureLanes: workersPictureLanes(), databaseTimes: PATIENT_TIMES }),
    ...(now ? { now } : {}),
    ...(onSaleSince ? { onSaleSince } : {}),
    ...rest,
  });
  const url = `http://127.0.0.1:${config.port}`;
  const json = async <T>(path: string) =>
    (await (await fetch(url + path, { headers: { accept: "application/json" } })).json()) as T;
  return {
    url,
    kasse,
    database,
    shopper: () => new Shopper(url),
    messages: (to) => json(`/sandbox/messages${to ? `?to=${encodeURIComponent(to)}` : ""}`),
    orders: () => json("/sandbox/orders"),
    metrics: async () => (await fetch(`${kasse.managementAddress}/metrics`)).text(),
    async stop() {
      await kasse.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until a condition holds; fails with its description after a timeout. */
export const eventually = <T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  withinMs = PATIENCE_MS,
) => eventuallyWithin(what, look, withinMs);
