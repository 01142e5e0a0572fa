import * as v from "valibot";
import {
  databaseAddress,
  either,
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

/** Addresses and ports, data, and logging. */
export const SERVER = {
  production: setting(
    "NODE_ENV",
    v.pipe(
      oneOf(["development", "production", "test"]),
      v.transform((name) => name === "production"),
    ),
    {
      default: "development",
      about:
        "`development`, `production` or `test`; with `production` every sandbox has to be chosen explicitly, and `HOST` is all addresses",
    },
  ),
  port: setting("PORT", wholeNumber(0, 65_534), { default: "3000", about: "the port of the shop" }),
  host: setting("HOST", text, {
    default: {
      shown: "loopback; all addresses in production",
      of: ({ production }) => (production ? "0.0.0.0" : "127.0.0.1"),
    },
    about: "the address of this machine to listen on",
  }),
  publicUrl: setting("PUBLIC_URL", originAddress, {
    default: { shown: "`http://localhost:PORT`", of: ({ port }) => `http://localhost:${port}` },
    namedInProduction: true,
    about: "the address that shoppers see; phones have to reach it to upload a picture",
  }),
  trustProxy: setting("TRUST_PROXY", trustedProxies, {
    default: "no",
    about:
      "which proxies may name the client in `X-Forwarded-For`, and the request in `X-Request-Id`: `no`, the number of proxies in front of the shop, or their networks. See below",
  }),
  dataDir: setting("DATA_DIR", path, {
    default: ".data",
    about: "the folder for the embedded database, documents, keys and sandbox data",
  }),
  databaseUrl: optional("DATABASE_URL", databaseAddress, {
    secret: true,
    about:
      "a PostgreSQL server instead of the embedded one; a socket as `postgres://user:password@/kasse?host=/run/postgresql`",
  }),
  migrationUrl: optional("MIGRATION_DATABASE_URL", databaseAddress, {
    secret: true,
    about:
      "the same database as another role, which migrates and owns the tables, without a pooler in between. The role of `DATABASE_URL` then only reads and writes rows",
  }),
  directUrl: optional("DATABASE_DIRECT_URL", databaseAddress, {
    secret: true,
    about:
      "the same database and role without a pooler in between, if `DATABASE_URL` goes through PgBouncer, see [scaling.md](scaling.md#pgbouncer): for jobs, locks, migrations and commands",
  }),
  databasePool: setting("DATABASE_POOL", wholeNumber(2, 200), {
    default: "20",
    about:
      "maximum number of connections of this machine for shoppers, divided among its `WORKERS`; its jobs use up to 16 more",
  }),
  workers: setting("WORKERS", workerCount, {
    default: { shown: "`auto` in production, otherwise 1", of: ({ production }) => (production ? "auto" : "1") },
    about:
      "how many server processes share the port on this machine, each on a core of its own; `auto`: one for each core. With more than one, a separate process does the jobs",
  }),
  processRole: setting("PROCESS_ROLE", oneOf(PROCESS_ROLES), {
    default: "all",
    about:
      "what this machine does: `all`, only the `shop`, only the `jobs` (mails, hand-over, settling, removal of old data), or only the `desk`. At least one machine has to do the jobs",
  }),
  drainSeconds: setting("DRAIN_SECONDS", wholeNumber(0, 120), {
    default: { shown: "8 in production, otherwise 0", of: ({ production }) => (production ? "8" : "0") },
    about:
      "how long a process continues to answer after SIGTERM, with 503 from `/readyz`, before it stops: longer than a load balancer needs to notice",
  }),
  logLevel: setting("LOG_LEVEL", oneOf(["info", "debug", "warn", "error", "silent"]), {
    default: "info",
    about: "or `debug`, `warn`, `error`, `silent`",
  }),
  accessLog: setting("ACCESS_LOG", either("on", "off"), {
    default: "off",
    about:
      "`on` writes a line for each request at the level `info`: method, route, status, milliseconds, request id; no address, path or query",
  }),
  managementPort: optional("MANAGEMENT_PORT", wholeNumber(0, 65_535), {
    about:
      "a separate port for `/metrics`, with `/livez` and `/readyz`, which the shop's port also answers; without it there are no metrics",
  }),
  managementHost: setting("MANAGEMENT_HOST", text, {
    default: "127.0.0.1",
    about: "the address of this machine that the management port listens on; never one that shoppers reach",
  }),
  allowPlaintext: setting("ALLOW_PLAINTEXT", plaintextSettings, {
    default: "",
    about:
      "in production: settings whose connection may be in clear text because its network is private, such as `SMPP_URL,DATABASE_URL`. Connections within this machine and sockets need no permission",
  }),
  sandboxPassword: optional("SANDBOX_PASSWORD", text, {
    secret: true,
    about: "the password of the sandboxes' pages, with any user name; required in production with a sandbox",
  }),
} as const;
