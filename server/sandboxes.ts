import { CUSTOMER_BASE, customerBase } from "#simulator/customers/base.ts";
import { inProcess } from "#simulator/play/in-process.ts";
import { readDemoCustomers } from "./edges/customers/demo-customers.ts";
import { httpCustomers } from "./edges/customers/http.ts";
import type { Clock } from "./platform/clock.ts";
import type { CustomerSystems } from "./sale/customer/customer-systems.ts";

/*
 * The sandboxes: the simulator's stand-ins, called by the adapters of the real systems within this process (ADR 56). A stand-in keeps nothing
 * in memory that another process of the shop would miss: it answers from a file or the question alone, or keeps what it gets in the database.
 */

/** An address that is never connected to. */
const NOWHERE = "http://sandbox.invalid";
/** For what never takes long and never fails, in ms. */
const AT_ONCE = { timeoutMs: 1000, restMs: 0 };

/** The operator's systems with the demo customers (demo data, Demo customers). */
export async function sandboxCustomers(dataDir: string, now: Clock): Promise<CustomerSystems> {
  const base = { ...(await readDemoCustomers(dataDir)), refusedNumbers: new Set<string>(), now };
  return httpCustomers({ ...CUSTOMER_BASE, ...AT_ONCE, url: NOWHERE, play: inProcess(customerBase(base)) });
}
