import * as v from "valibot";
import {
  databaseAddress,
  either,
  extensionNames,
  oneOf,
  originAddress,
  path,
  plaintextSettings,
  text,
  trustedProxies,
  wholeNumber,
  workerCount,
} from "../schemas.ts";
import { PROCESS_ROLES } from "#server/config/process-role.ts";
import { optional, setting } from "../setting.ts";

/** URLs and ports, data, and logging. */
export const SERVER = {
  production: setting(
    "NODE_ENV",
    v.pipe(
      oneOf(["development", "production", "test"]),
      v.transform((name) => name === "production"),
    ),
    {
      default: "development",
      about: "or `production`, `test`",
    },
  ),
  port: setting("PORT", wholeNumber(0, 65_534), { default: "3000", about: "the port of the shop" }),
  host: setting("HOST", text, {
    default: {
      shown: "loopback; all addresses in production",
      of: ({ production }) => (production ? "0.0.0.0" : "127.0.0.1"),
    },
    about: "the address to listen on",
  }),
  publicUrl: setting("PUBLIC_URL", originAddress, {
    default: { shown: "`http://localhost:PORT`", of: ({ port }) => `http://localhost:${port}` },
    namedInProduction: true,
    about: "the address that shoppers see, also on their phones",
  }),
  trustProxy: setting("TRUST_PROXY", trustedProxies, {
    default: "no",
    about: "which [proxies](#proxies) may name the client (`X-Forwarded-For`) and the request (`X-Request-Id`)",
  }),
  dataDir: setting("DATA_DIR", path, {
    default: ".data",
    about: "the folder for embedded database, documents, keys and sandbox data",
  }),
  extensions: setting("EXTENSIONS", extensionNames, {
    default: "",
    mayBeEmpty: true,
    about:
      "[extensions](extensions.md) from outside of Kasse, separated by commas: packages that are installed in the folder in which Kasse starts, and files or folders such as `./vouchers`",
  }),
  databaseUrl: optional("DATABASE_URL", databaseAddress, {
    secret: true,
    about: "PostgreSQL instead of the embedded one; a socket as `postgres://user:password@/kasse?host=/run/postgresql`",
  }),
  migrationUrl: optional("MIGRATION_DATABASE_URL", databaseAddress, {
    secret: true,
    about: "the same database, without a pooler, as [the role that owns the tables](#the-databases-roles)",
  }),
  directUrl: optional("DATABASE_DIRECT_URL", databaseAddress, {
    secret: true,
    about:
      "the same database and role without a pooler, if `DATABASE_URL` goes through [PgBouncer](scaling.md#pgbouncer)",
  }),
  readUrl: optional("DATABASE_READ_URL", databaseAddress, {
    secret: true,
    about: "a [streaming replica](scaling.md#a-replica) for reads that may be seconds old, without a pooler",
  }),
  databasePool: setting("DATABASE_POOL", wholeNumber(2, 200), {
    default: "20",
    about: "maximum connections of this machine for shoppers, divided among `WORKERS`; jobs use up to 16 more",
  }),
  workers: setting("WORKERS", workerCount, {
    default: { shown: "`auto` in production, otherwise 1", of: ({ production }) => (production ? "auto" : "1") },
    about:
      "server processes on this machine; `auto`: one for each core. With several, a separate process does the jobs",
  }),
  processRole: setting("PROCESS_ROLE", oneOf(PROCESS_ROLES), {
    default: "all",
    about:
      "what this machine does: `all`, or only the `shop`, the `jobs` or the `desk`. At least one has to do the jobs",
  }),
  launchPerMinute: setting("LAUNCH_PER_MINUTE", wholeNumber(0, 1_000_000), {
    default: "1800",
    about:
      "purchases of one product that may begin a minute; further shoppers [queue](scaling.md#a-launch). 0: no limit",
  }),
  drainSeconds: setting("DRAIN_SECONDS", wholeNumber(0, 120), {
    default: { shown: "8 in production, otherwise 0", of: ({ production }) => (production ? "8" : "0") },
    about:
      "how long a process still answers after SIGTERM, with 503 from `/readyz`: longer than a load balancer needs to notice",
  }),
  logLevel: setting("LOG_LEVEL", oneOf(["info", "debug", "warn", "error", "silent"]), {
    default: "info",
    about: "or `debug`, `warn`, `error`, `silent`",
  }),
  accessLog: setting("ACCESS_LOG", either("on", "off"), {
    default: "off",
    about: "`on` logs each request at `info`, [without address, path or query](evidence/inventories.md#logs)",
  }),
  managementPort: optional("MANAGEMENT_PORT", wholeNumber(0, 65_535), {
    about: "a separate port for `/metrics`, `/livez` and `/readyz`; without it there are no metrics",
  }),
  managementHost: setting("MANAGEMENT_HOST", text, {
    default: "127.0.0.1",
    about: "the address of the management port; never one that shoppers reach",
  }),
  allowPlaintext: setting("ALLOW_PLAINTEXT", plaintextSettings, {
    default: "",
    about:
      "in production: settings whose connection may be in clear text, such as `SMTP_URL,DATABASE_URL`. Within this machine it always may",
  }),
  sandboxPassword: optional("SANDBOX_PASSWORD", text, {
    secret: true,
    about: "the password of the sandboxes' pages; required in production with a sandbox",
  }),
} as const;
