import * as v from "valibot";
import { either, databaseAddress, oneOf, path, text, webAddress, wholeNumber } from "../schemas.ts";
import { optional, setting } from "../setting.ts";

/** Where the shop listens, keeps its data, and what it logs. */
export const SERVER = {
  production: setting(
    "NODE_ENV",
    v.pipe(
      v.string(),
      v.transform((name) => name === "production"),
    ),
    {
      default: "development",
      about: "with `production` every sandbox must be chosen by name, and `HOST` is all addresses",
    },
  ),
  port: setting("PORT", wholeNumber(0, 65_534), { default: "3000", about: "where the shop listens" }),
  host: setting("HOST", text, {
    default: {
      shown: "loopback; all addresses in production",
      of: ({ production }) => (production ? "0.0.0.0" : "127.0.0.1"),
    },
    about: "the address of this machine to listen on",
  }),
  publicUrl: setting("PUBLIC_URL", webAddress, {
    default: { shown: "`http://localhost:PORT`", of: ({ port }) => `http://localhost:${port}` },
    about: "the address shoppers see; phones must reach it for a picture from the phone",
  }),
  trustProxy: setting("TRUST_PROXY", either("yes", "no"), {
    default: "no",
    about: "`yes` behind a proxy that sets `X-Forwarded-For`",
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
  databasePool: setting("DATABASE_POOL", wholeNumber(2, 200), {
    default: "20",
    about: "how many connections a server process opens",
  }),
  logLevel: setting("LOG_LEVEL", oneOf(["info", "debug", "warn", "error", "silent"]), {
    default: "info",
    about: "or `debug`, `warn`, `error`, `silent`",
  }),
  operator: optional("SUDO_USER", text, {
    about: "who works at this machine, for the records of who read a document; `sudo` sets it",
  }),
} as const;
