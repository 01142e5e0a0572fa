import { sql, type Selectable } from "kysely";
import type { Database, Handle, ReadHandle } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** Who changes the pool, when, and why. */
export type PoolChange = { readonly actor: string; readonly reason: string | null; readonly now: Date };

/** Returns whether the pool has never had a number. */
export async function isPoolEmpty(db: ReadHandle): Promise<boolean> {
  return (await db.selectFrom("numbers").select("msisdn").limit(1).executeTakeFirst()) === undefined;
}

/**
 * Adds numbers, and returns those that are new. A number that has ever been in the pool keeps its state, so that one
 * that was ordered is never offered again.
 */
export async function loadNumbers(
  db: Handle,
  msisdns: readonly string[],
  { actor, reason, now }: PoolChange,
): Promise<readonly string[]> {
  if (msisdns.length === 0) return [];
  const { rows } = await sql<{ msisdn: string }>`
    with loaded as (
      insert into numbers (msisdn, available_from) select distinct unnest(${msisdns}::text[]), ${now}::timestamptz
      on conflict (msisdn) do nothing returning msisdn),
    moved as (
      insert into number_movements (msisdn, kind, actor, reason, at)
      select msisdn, 'loaded', ${actor}, ${reason}, ${now} from loaded)
    select msisdn from loaded order by msisdn`.execute(db);
  return rows.map(({ msisdn }) => msisdn);
}

/** How many numbers one statement changes, which takes about a second. */
const BATCH = 50_000;
const inBatches = (msisdns: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(msisdns.length / BATCH) }, (_, piece) =>
    msisdns.slice(piece * BATCH, (piece + 1) * BATCH),
  );

/** Adds any quantity of numbers, all or none; returns how many were new. */
export function loadManyNumbers(db: Database, msisdns: readonly string[], by: PoolChange): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let loaded = 0;
    for (const piece of inBatches(msisdns)) loaded += (await loadNumbers(tx, piece, by)).length;
    return loaded;
  });
}

/**
 * The changed numbers, and those that were not changed: unknown ones, and those of orders, which only the order can
 * return.
 */
export type Changed = {
  readonly changed: readonly string[];
  readonly ordered: readonly string[];
  readonly unknown: readonly string[];
};

/**
 * Withholds numbers from shoppers until a day. After it, even withdrawn ones are offered again. Ends holds of these
 * numbers.
 */
export function quarantineNumbers(
  db: Database,
  msisdns: readonly string[],
  { until, ...by }: PoolChange & { readonly until: Date },
): Promise<Changed> {
  return change(db, msisdns, { kind: "quarantined", state: "free", availableFrom: until, by });
}

/** Removes numbers from the pool permanently. Ends holds of these numbers. */
export function withdrawNumbers(db: Database, msisdns: readonly string[], by: PoolChange): Promise<Changed> {
  return change(db, msisdns, { kind: "withdrawn", state: "withdrawn", availableFrom: by.now, by });
}

type Change = {
  readonly kind: "quarantined" | "withdrawn";
  readonly state: "free" | "withdrawn";
  readonly availableFrom: Date;
  readonly by: PoolChange;
};

async function change(
  db: Database,
  msisdns: readonly string[],
  { kind, state, availableFrom, by: { actor, reason, now } }: Change,
): Promise<Changed> {
  return db.transaction().execute(async (tx) => {
    const rows: { readonly msisdn: string; readonly state: string }[] = [];
    // In ascending order, like all code that locks numbers, to avoid deadlocks.
    for (const piece of inBatches(msisdns.toSorted())) {
      const found = await sql<{ msisdn: string; state: string }>`
        select msisdn, state from numbers where msisdn = any(${piece}::text[]) order by msisdn for update`.execute(tx);
      for (const row of found.rows) rows.push(row);
    }
    const free = rows.filter((row) => row.state !== "ordered").map(({ msisdn }) => msisdn);
    for (const piece of inBatches(free))
      await sql`
        with changed as (
          update numbers set state = ${state}, available_from = ${availableFrom} where msisdn = any(${piece}::text[])
          returning msisdn),
        released as (delete from number_holds where msisdn = any(${piece}::text[]))
        insert into number_movements (msisdn, kind, actor, reason, at)
        select msisdn, ${kind}, ${actor}, ${reason}, ${now} from changed`.execute(tx);
    const known = new Set(rows.map(({ msisdn }) => msisdn));
    return {
      changed: free,
      ordered: rows.filter((row) => row.state === "ordered").map(({ msisdn }) => msisdn),
      unknown: msisdns.filter((msisdn) => !known.has(msisdn)),
    };
  });
}

/** The state of a number: on offer, held by a checkout, resting, assigned to an order, or withdrawn. */
export const NUMBER_STATES = ["offered", "held", "resting", "ordered", "withdrawn"] as const;
export type NumberState = (typeof NUMBER_STATES)[number];

const stateAt = (now: Date) => sql<NumberState>`
  case when n.state <> 'free' then n.state when n.available_from > ${now} then 'resting'
    when exists (select 1 from number_holds h where h.msisdn = n.msisdn and h.until > ${now}) then 'held'
    else 'offered' end`;

/** Returns how many numbers are in each state. */
export async function countNumbers(db: Database, now: Date): Promise<Readonly<Record<NumberState, number>>> {
  const { rows } = await sql<{ state: NumberState; count: number }>`
    select ${stateAt(now)} as state, count(*)::int as count from numbers n group by 1`.execute(db);
  const counted = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(NUMBER_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<
    NumberState,
    number
  >;
}

const FREE_STATES = ["offered", "held", "resting"] as const;

/**
 * Returns how many numbers without an order are in each state, which is fast however many have been sold; null if the
 * pool has never had a number.
 */
export async function countFreeNumbers(
  db: ReadHandle,
  now: Date,
): Promise<Readonly<Record<(typeof FREE_STATES)[number], number>> | null> {
  const { rows } = await sql<{ state: NumberState; count: number }>`
    select ${stateAt(now)} as state, count(*)::int as count from numbers n where n.state = 'free' group by 1`.execute(
    db,
  );
  if (rows.length === 0 && (await isPoolEmpty(db))) return null;
  const countOf = (state: NumberState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { offered: countOf("offered"), held: countOf("held"), resting: countOf("resting") };
}

export type ListedNumber = {
  readonly msisdn: string;
  readonly state: NumberState;
  readonly availableFrom: Date;
  readonly order: string | null;
};

type Filter = {
  readonly pattern: string;
  readonly state: NumberState | null;
  readonly limit: number;
  readonly now: Date;
};

/** Returns the numbers that match a pattern of `numberPattern`, in ascending order. */
export async function listNumbers(
  db: Database,
  { pattern, state, limit, now }: Filter,
): Promise<readonly ListedNumber[]> {
  const { rows } = await sql<ListedNumber>`
    select msisdn, state, "availableFrom", "order" from (
      select n.msisdn, ${stateAt(now)} as state, n.available_from as "availableFrom", n.order_number as "order"
      from numbers n where n.msisdn like ${pattern}) listed
    where ${state}::text is null or state = ${state} order by msisdn limit ${limit}`.execute(db);
  return rows;
}

/** Returns the movements of a number, oldest first. */
export function movementsOfNumber(
  db: Database,
  msisdn: string,
): Promise<Pick<Selectable<Tables["number_movements"]>, "kind" | "order_number" | "actor" | "reason" | "at">[]> {
  return db
    .selectFrom("number_movements")
    .select(["kind", "order_number", "actor", "reason", "at"])
    .where("msisdn", "=", msisdn)
    .orderBy("id")
    .execute();
}

/** A request for numbers. If it is repeated, it has the same `id`. */
export type NumberRequest = { readonly id: string; readonly quantity: number };

/** The operator's system that supplies numbers. */
export type NumberPoolPort = {
  /**
   * Reserves numbers for this shop and returns them as MSISDNs. Returns fewer or none if there are not enough. Throws
   * Unavailable.
   */
  reserve(request: NumberRequest): Promise<readonly string[]>;
};
