import { createServer } from "node:net";
import { relative } from "node:path";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import type { Config } from "#server/config/config.ts";
import { oldestRecord } from "#server/read-models/figures.ts";
import type { Services } from "#server/services.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE, addDemoPeople } from "./people.ts";
import { DAY_MS, DAYS, inventSales } from "./sales.ts";

/** The first port that is tried for the desk of a demo, and how many ports are tried. */
const FIRST_PORT = 9000;
const PORTS = 50;

/**
 * Returns the settings of a demo, with a desk on a free port of this machine. Null if the shop is no mere demo: it has
 * a desk, a management port or a separate database, or is in production.
 */
export async function demoOf(config: Config): Promise<Config | null> {
  const isSetUp = config.production || config.deskUrl !== null || config.managementPort !== null;
  if (isSetUp || config.databaseUrl !== null || config.workers !== 1 || config.processRole !== "all") return null;
  const port = await freeDeskPort(config.managementHost);
  return port === null ? null : { ...config, managementPort: port, deskUrl: `http://localhost:${port}` };
}

/** Returns the first free port for the desk of a demo; null if none is free. */
export async function freeDeskPort(host: string): Promise<number | null> {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) if (await isFree(host, port)) return port;
  return null;
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Returns a time that is before the first invented sale. */
export const demoStart = (): Date => new Date(Date.now() - (DAYS + 2) * DAY_MS);

/** Adds two people to the demo's desk, and invents sales if the shop is empty. */
export async function fillDemo(
  services: Services,
  endJobs: () => Promise<void>,
  onProgress: (line: string) => void,
): Promise<void> {
  const { db, now, config } = services;
  const at = now();
  await addDemoPeople(db, at);
  const isEmpty = (await oldestRecord(db, { now: at, codeLifeMs: 0 })).getTime() === at.getTime();
  if (!wantsSales(config) || !isEmpty) return;
  const orders = await inventSales(services, endJobs);
  onProgress(`Thirty days of sales are invented for the desk (${orders} orders; none with DEMO_SALES=off)`);
}

/**
 * Returns whether to invent sales. This is only so with the demo's own catalogue and customer base, so that real
 * systems are never called.
 */
export function wantsSales({
  demoSales,
  catalogueDir,
  customers,
}: Pick<Config, "demoSales" | "catalogueDir" | "customers">) {
  return demoSales === "on" && isDemoCatalogue(catalogueDir) && customers.provider === "sandbox";
}

const isDemoCatalogue = (folder: string) => relative(process.cwd(), folder) === "demo/catalogue";

/** Returns suggestions for exploring a demo. */
export function demoGuide({ publicUrl, deskUrl }: Pick<Config, "publicUrl" | "deskUrl">): readonly string[] {
  const people = DEMO_PEOPLE.map(({ email }) => email).join(" or ");
  return [
    `Buy something:     ${publicUrl}   choose SMART 60 and register, or log in as mia.keller@example.ch with ${DEMO_PASSWORD}`,
    `The desk:          ${deskUrl}${DESK_PAGES}   as ${people}, with the same password`,
    `Orders handed over: ${publicUrl}/sandbox/orders   Texts and mails: ${publicUrl}/sandbox/messages`,
    `The API:           ${publicUrl}/docs`,
    "Commands:          npm run kasse -- --help",
    "Providers that fail: npm run simulate",
    "A tour of ten minutes: docs/tour.md",
  ];
}
