import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readCheckedJson, type FileRule } from "#server/platform/files/operator-json.ts";
import { writeOnce } from "#server/platform/files/write-once.ts";
import { BaseRecord } from "./base-record.ts";

const PASSWORD = "kasse-demo-2026";
/** The hash of the published password. Older copies of the file have it instead of the plain password. */
const HASH_OF_PASSWORD =
  "$argon2id$v=19$m=19456,t=2,p=1$8NoM0VkmUjjVh92gsgkFwQ$MWG5EVaa/qF6gfQ9zApX1SLRHvxnzJOz/66d+QYK4+w";

const DemoCustomers = v.object({
  password: mayBeAbsent(v.string(), PASSWORD),
  passwordHash: mayBeAbsent(v.string(), HASH_OF_PASSWORD),
  customers: v.array(BaseRecord),
});
export type DemoCustomers = v.InferOutput<typeof DemoCustomers>;

const DEMO_FILE = "demo/customers.json";

/** The file of demo customers is invalid. The message is for the operator. */
export class DemoCustomersError extends Error {}

const fileIn = (dataDir: string) => join(dataDir, "sandbox", "customers.json");

/**
 * Checks the file that `readDemoCustomers` reads, without creating it. Throws a DemoCustomersError if it is invalid.
 */
export async function checkDemoCustomers(dataDir: string): Promise<void> {
  const exists = await access(fileIn(dataDir)).then(
    () => true,
    () => false,
  );
  await read(exists ? fileIn(dataDir) : DEMO_FILE);
}

/** Returns the customers of the sandbox. Their file is copied to the data folder once, and may be edited there. */
export async function readDemoCustomers(dataDir: string): Promise<DemoCustomers> {
  await writeOnce(fileIn(dataDir), await readFile(DEMO_FILE));
  return read(fileIn(dataDir));
}

async function read(file: string): Promise<DemoCustomers> {
  const checked = await readCheckedJson(file, DemoCustomers, [OWN_HASH]);
  if (!checked.ok)
    throw new DemoCustomersError(`${file} ${checked.mistake} Or delete it to restore it from ${DEMO_FILE}.`);
  return checked.value;
}

/** If the hash is different, the operator has changed the password. It must not be replaced by the published one. */
const OWN_HASH: FileRule<DemoCustomers> = {
  needs: ["passwordHash"],
  check: ({ passwordHash }) =>
    passwordHash === HASH_OF_PASSWORD
      ? []
      : [{ path: ["passwordHash"], problem: "this hash is not read", fix: 'Replace it by "password", as plain text.' }],
};
