import type { CustomerForm } from "#core/form/fields.ts";
import { normalisePhone } from "#core/phone-numbers/phone.ts";
import { addDays, dayInZurich, parseDay } from "#core/time/dates.ts";
import { startOfDay } from "#core/time/moments.ts";
import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { run, statement } from "#server/platform/database/statement.ts";

/**
 * Days after the requested day for which a transfer counts as under way, if nobody reports how it went. After that, its
 * number can be transferred by another order.
 */
const OPEN_DAYS = 60;

type Transfer = Pick<CustomerForm, "mnp" | "mnpMsisdn" | "mnpDate">;

/** Returns the number that a form wants to transfer; null if it wants none. */
export const transferredNumber = ({ mnp, mnpMsisdn }: Pick<Transfer, "mnp" | "mnpMsisdn">): string | null =>
  mnp ? normalisePhone(mnpMsisdn) : null;

/** Returns whether an order has the transfer of a number under way. */
export const isTransferUnderway = async (db: ReadHandle, msisdn: string, now: Date): Promise<boolean> =>
  (await orderTransferring(db, msisdn, now)) !== null;

/** Returns the order that has the transfer of a number under way; null if none has. */
export async function orderTransferring(db: ReadHandle, msisdn: string, now: Date): Promise<string | null> {
  const [found] = await run(
    db,
    statement<{
      order_number: string;
    }>`select order_number from number_transfers where msisdn = ${msisdn} and until > ${now}`,
  );
  return found?.order_number ?? null;
}

/**
 * Starts the transfer of a number for an order, in the order's transaction. Returns false if another order has it under
 * way, also if two orders race for it. Does nothing for a form without a transfer.
 */
export async function startTransfer(tx: Handle, form: Transfer, order: string, now: Date): Promise<boolean> {
  const msisdn = transferredNumber(form);
  if (msisdn === null) return true;
  const requested = startOfDay(addDays(parseDay(form.mnpDate) ?? dayInZurich(now), OPEN_DAYS));
  const started = await run(
    tx,
    statement`
      insert into number_transfers as t (msisdn, order_number, until) values (${msisdn}, ${order}, ${requested})
      on conflict (msisdn) do update set order_number = excluded.order_number, until = excluded.until
        where t.until <= ${now} or t.order_number = excluded.order_number
      returning msisdn`,
  );
  return started.length > 0;
}

/** Frees the number whose transfer an order had under way, because the transfer has ended or the order is cancelled. */
export async function endTransfer(tx: Handle, order: string): Promise<void> {
  await run(tx, statement`delete from number_transfers where order_number = ${order}`);
}

export const oldTransfers = expiredBefore("number_transfers", "until");
