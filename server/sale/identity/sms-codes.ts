import type { Insertable } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** Keeps a code that is about to be sent. */
export async function keepCode(db: Handle, code: Insertable<Tables["sms_codes"]>): Promise<void> {
  await db.insertInto("sms_codes").values(code).execute();
}

/** Removes a code that could not be sent. */
export async function dropCode(db: Handle, handle: string): Promise<void> {
  await db.deleteFrom("sms_codes").where("handle", "=", handle).execute();
}

/**
 * Counts a try, and returns what the code is checked against; undefined if it is used, has expired or had its tries.
 */
export function countTry(db: Handle, handle: string, { tries, now }: { readonly tries: number; readonly now: Date }) {
  return db
    .updateTable("sms_codes")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("handle", "=", handle)
    .where("used_at", "is", null)
    .where("tries", "<", tries)
    .where("expires_at", ">", now)
    .returning(["salt", "code_hash", "msisdn"])
    .executeTakeFirst();
}

/** Uses a code up. False if another request has used it. */
export async function useCode(db: Handle, handle: string, now: Date): Promise<boolean> {
  const used = db
    .updateTable("sms_codes")
    .set({ used_at: now })
    .where("handle", "=", handle)
    .where("used_at", "is", null);
  return (await used.executeTakeFirst()).numUpdatedRows === 1n;
}
