import { readCheckedJson } from "#server/platform/files/operator-json.ts";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { addDays, dayInZurich } from "#core/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import { writeOnce } from "#server/platform/files/write-once.ts";
import { BaseRecord, baseCustomerOf } from "./base-record.ts";
import { TRANSFER_REASONS } from "#core/transfer-states.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import type { BaseCustomer } from "#server/sale/identity/customer-base.ts";
import { passwordMatches } from "#server/people/passwords.ts";

const DemoCustomers = v.object({
  /** The argon2id hash of the demo password, which all customers share. */
  passwordHash: v.string(),
  customers: v.array(BaseRecord),
});

const DEMO_FILE = "demo/customers.json";

/** The file of demo customers is invalid. The message is for the operator. */
export class SandboxCustomersError extends Error {}

/** Demo data: a contract that lets the number go in 60 days. */
const isBoundFor60Days = (msisdn: string) => msisdn.endsWith("60000");

/** Checks the file that `sandboxCustomers` reads, without creating it. Throws a SandboxCustomersError if it is invalid. */
export async function checkSandboxCustomers(dataDir: string): Promise<void> {
  const exists = await access(fileIn(dataDir)).then(
    () => true,
    () => false,
  );
  await readCustomers(exists ? fileIn(dataDir) : DEMO_FILE);
}

const fileIn = (dataDir: string) => join(dataDir, "sandbox", "customers.json");

async function readCustomers(file: string): Promise<v.InferOutput<typeof DemoCustomers>> {
  const read = await readCheckedJson(file, DemoCustomers);
  if (read.ok) return read.value;
  throw new SandboxCustomersError(`${file} ${read.mistake} Or delete it to restore it from ${DEMO_FILE}.`);
}

/**
 * Demo customers and rules (demo data, Demo customers). The file is copied to the data folder once, and may be edited
 * there.
 */
export async function sandboxCustomers(dataDir: string, now: Clock): Promise<CustomerSystems> {
  await writeOnce(fileIn(dataDir), await readFile(DEMO_FILE));
  const { customers, passwordHash } = await readCustomers(fileIn(dataDir));
  const known: readonly BaseCustomer[] = customers.map(baseCustomerOf);
  const byEmail = (email: string) => known.find((customer) => customer.email === email) ?? null;
  return {
    findByEmail: (email) => Promise.resolve(byEmail(email)),
    findByMsisdn: (msisdn) => Promise.resolve(known.find((customer) => customer.profile.phone === msisdn) ?? null),
    async checkPassword(email, password) {
      const matches = await passwordMatches(passwordHash, password);
      return matches ? byEmail(email) : null;
    },
    checkTransfer: ({ msisdn, subscriptionType, puk }) =>
      Promise.resolve({
        refused: [
          ...(msisdn.endsWith("0000") && !isBoundFor60Days(msisdn) ? (["mnpMsisdn"] as const) : []),
          ...(subscriptionType === "Prepaid" && puk === "00000000" ? (["puk"] as const) : []),
        ],
        // The digit before the zeros says why: 1 for the first reason, and so on.
        ...(isBoundFor60Days(msisdn) && { earliest: addDays(dayInZurich(now()), 60) }),
        reason: msisdn.endsWith("0000") ? TRANSFER_REASONS[Number(msisdn.at(-5)) - 1] : undefined,
      }),
    isDocumentUsed: ({ number }) => Promise.resolve(number.toUpperCase() === "X0000000"),
    isAddressBad: ({ street }) => Promise.resolve(street.trim().toLowerCase().startsWith("nirgendsweg")),
    checkSolvency: ({ lastName }) => Promise.resolve({ solvent: lastName.trim().toLowerCase() !== "insolvenz" }),
  };
}
