import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#server/platform/database/database.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

/**
 * Faults that the sandbox provider can simulate, for tests and demonstrations. The first value of each means normal
 * operation.
 */
export const FAULTS = {
  webhook: ["normal", "late", "twice", "never", "before-return"],
  status: ["normal", "failing", "slow"],
  create: ["normal", "failing", "slow"],
  refund: ["normal", "failing"],
} as const;
export type Faults = { [Name in keyof typeof FAULTS]: (typeof FAULTS)[Name][number] };

const SLOW_MS = 4000;

/** Delays a call that is set to be slow, and throws Unavailable for one that is set to fail. */
export async function simulateFault(db: Database, call: "status" | "create" | "refund"): Promise<void> {
  const fault = (await readFaults(db))[call];
  if (fault === "slow") await delay(SLOW_MS);
  if (fault === "failing") throw new Unavailable("the sandbox payment provider: status 500");
}

export async function readFaults(db: Database): Promise<Faults> {
  const rows = await db.selectFrom("sandbox_payment_faults").select(["name", "value"]).execute();
  const valueOf = <Name extends keyof Faults>(name: Name): Faults[Name] => {
    const set = rows.find((row) => row.name === name)?.value;
    return (FAULTS[name].find((value) => value === set) ?? FAULTS[name][0]) as Faults[Name];
  };
  return {
    webhook: valueOf("webhook"),
    status: valueOf("status"),
    create: valueOf("create"),
    refund: valueOf("refund"),
  };
}

/** Sets the given faults. Returns a message for each unknown name or value. */
export async function setFaults(db: Database, wanted: Readonly<Record<string, unknown>>): Promise<string[]> {
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const allowed: readonly string[] | undefined = FAULTS[name as keyof Faults];
    if (typeof value !== "string" || !allowed?.includes(value)) {
      unknown.push(allowed ? `${name} has to be one of ${allowed.join(", ")}` : `there is no fault ${name}`);
      continue;
    }
    await db
      .insertInto("sandbox_payment_faults")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }
  return unknown;
}
