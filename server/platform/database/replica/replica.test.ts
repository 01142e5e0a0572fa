import { expect, test } from "vitest";
import type { Database } from "../database.ts";
import { openReplica } from "./replica.ts";

test("without an address, nothing is opened or asked, and reads are those of the primary", async () => {
  const fail = () => {
    throw new Error("used");
  };
  const untouched = new Proxy({} as Database, { get: fail });
  const replica = await openReplica(null, { primary: untouched, log: { info: fail, warn: fail }, everyMs: 1 });
  expect(replica.status()).toBeNull();
  const primary = {} as Database;
  expect(await replica.readsOr(primary).read(async (db) => db === primary)).toBe(true);
  await replica.close();
});
