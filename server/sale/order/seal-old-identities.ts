import { sql } from "kysely";
import { IDENTITY_FIELDS } from "#core/customer-form.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { sealForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { readStoredEvent, sealEvent } from "./event/sealed-event.ts";

const BATCH = 200;

/** A column with identity data: which rows still have it in clear, and what they become. `owner` is what the text is bound to. */
type Column = {
  readonly table: "checkouts" | "orders" | "handovers";
  readonly id: string;
  readonly owner: string;
  readonly column: string;
  readonly inClear: ReturnType<typeof sql<boolean>>;
  seal(seals: Seals, owner: string, value: unknown): Promise<object>;
};

const formIn = (column: string) => ({
  column,
  inClear: sql<boolean>`${sql.ref(column)} ?| ${IDENTITY_FIELDS}::text[]`,
  seal: (seals: Seals, checkoutId: string, form: unknown) => sealForm(seals, checkoutId, readSealedForm(form)),
});

const COLUMNS: readonly Column[] = [
  { table: "checkouts", id: "id", owner: "id", ...formIn("form") },
  { table: "orders", id: "id", owner: "checkout_id", ...formIn("customer") },
  {
    table: "handovers",
    id: "event_id",
    owner: "event_id",
    column: "event",
    inClear: sql<boolean>`event->>'eventType' = 'ProductOrderCreateEvent' and not (event->'event' ? 'sealed')`,
    seal: (seals, eventId, event) => sealEvent(seals, { ...readStoredEvent(event), eventId }),
  },
];

/**
 * Encrypts the identity data of forms, orders and events that were stored before it was encrypted. Safe to repeat, to interrupt and to run in
 * two processes: a row is written only if it is still as it was read; one that was changed meanwhile was written encrypted.
 */
export async function sealOldIdentities(db: Database, seals: Seals): Promise<void> {
  for (const each of COLUMNS) {
    for (let after: string | null = ""; after !== null;) after = await sealBatch(db, seals, each, after);
  }
}

/** Encrypts the next rows after an id. Returns the last one's id; null if there are no more. */
async function sealBatch(
  db: Database,
  seals: Seals,
  { table, column, inClear, ...each }: Column,
  after: string,
): Promise<string | null> {
  const [rows, id, value] = [sql.table(table), sql.ref(each.id), sql.ref(column)];
  const batch = await sql<{ id: string; owner: string; text: string }>`
    select ${id}::text as id, ${sql.ref(each.owner)}::text as owner, ${value}::text as text from ${rows}
    where ${inClear} and ${id}::text > ${after} order by ${id}::text limit ${BATCH}`.execute(db);
  for (const row of batch.rows) {
    const sealed = JSON.stringify(await each.seal(seals, row.owner, JSON.parse(row.text)));
    await sql`update ${rows} set ${value} = ${sealed} where ${id}::text = ${row.id} and ${value}::text = ${row.text}`.execute(
      db,
    );
  }
  return batch.rows.length < BATCH ? null : (batch.rows.at(-1)?.id ?? null);
}
