import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import * as v from "valibot";
import { writeOnce } from "#server/platform/files/write-once.ts";
import { BaseRecord, baseCustomerOf } from "./base-record.ts";
import type { CustomerSystems } from "#server/sale/customer/customer-systems.ts";
import type { BaseCustomer } from "#server/sale/identity/customer-base.ts";

const DemoCustomers = v.object({
  /** One argon2id hash for all: the demo password is the same everywhere. */
  passwordHash: v.string(),
  customers: v.array(BaseRecord),
});

/** Demo customers and rules (demo-data.md). The file is copied into the data folder once, and may be edited there. */
export async function sandboxCustomers(dataDir: string, demoFile: string): Promise<CustomerSystems> {
  const file = join(dataDir, "sandbox", "customers.json");
  await writeOnce(file, await readFile(demoFile));
  const { customers, passwordHash } = v.parse(DemoCustomers, JSON.parse(await readFile(file, "utf8")));
  const known: readonly BaseCustomer[] = customers.map(baseCustomerOf);
  const byEmail = (email: string) => known.find((customer) => customer.email === email) ?? null;
  return {
    findByEmail: (email) => Promise.resolve(byEmail(email)),
    findByMsisdn: (msisdn) => Promise.resolve(known.find((customer) => customer.profile.phone === msisdn) ?? null),
    async checkPassword(email, password) {
      const customer = byEmail(email);
      return customer && (await verify(passwordHash, password)) ? customer : null;
    },
    checkTransfer: ({ msisdn, subscriptionType, puk }) =>
      Promise.resolve([
        ...(msisdn.endsWith("0000") ? (["mnpMsisdn"] as const) : []),
        ...(subscriptionType === "Prepaid" && puk === "00000000" ? (["puk"] as const) : []),
      ]),
    isDocumentUsed: (documentNumber) => Promise.resolve(documentNumber.toUpperCase() === "X0000000"),
    isAddressBad: ({ street }) => Promise.resolve(street.trim().toLowerCase().startsWith("nirgendsweg")),
    isSolvent: ({ lastName }) => Promise.resolve(lastName.trim().toLowerCase() !== "insolvenz"),
  };
}
