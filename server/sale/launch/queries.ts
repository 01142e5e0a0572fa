import { randomInt } from "node:crypto";
import type { Database, Handle, ReadHandle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

/** How far a queue is. Places up to `admitted` may enter. */
export type QueueState = { readonly lastPlace: number; readonly admitted: number };

type Join = {
  readonly now: Date;
  /** The time that one admission uses up, in ms. */
  readonly intervalMs: number;
  /** How much unused time counts, in ms. */
  readonly creditMs: number;
  readonly open: boolean;
};

/**
 * Gives out the next place of a product's queue. If `open`, an empty queue admits it at once, provided that there is
 * time for it.
 */
export async function takePlace(db: Database, product: string, join: Join): Promise<QueueState> {
  const { now, intervalMs, creditMs, open } = join;
  const due = new Date(now.getTime() - intervalMs);
  const oldest = new Date(now.getTime() - creditMs);
  const [row] = await run(
    db,
    statement<QueueState>`
      insert into launch_queues as q (product, last_place, admitted, credit_since)
      values (${product}, 1, ${open ? 1 : 0}, ${open ? new Date(oldest.getTime() + intervalMs) : oldest})
      on conflict (product) do update set
        last_place = q.last_place + 1,
        admitted = q.admitted + case when ${open} and q.admitted = q.last_place and q.credit_since <= ${due} then 1 else 0 end,
        credit_since = case when ${open} and q.admitted = q.last_place and q.credit_since <= ${due}
          then greatest(q.credit_since, ${oldest}) + make_interval(secs => ${intervalMs / 1000}) else q.credit_since end
      returning last_place as "lastPlace", admitted`,
  );
  if (!row) throw new Error("An upsert returns its row");
  return row;
}

/** Purchases that a process let begin without asking the queue. */
type Unasked = Pick<Join, "now" | "intervalMs" | "creditMs"> & { readonly count: number };

/** How far ahead purchases that nobody asked about can use up the time of a queue, in ms. */
const MAX_AHEAD_MS = 10_000;

/** Subtracts purchases from the time of a product's queue, so that they count for all processes. */
export async function countUnasked(db: Database, product: string, unasked: Unasked): Promise<void> {
  const { now, intervalMs, creditMs, count } = unasked;
  const oldest = new Date(now.getTime() - creditMs);
  const [usedS, latest] = [(count * intervalMs) / 1000, new Date(now.getTime() + MAX_AHEAD_MS)];
  await run(
    db,
    statement`
      insert into launch_queues as q (product, last_place, admitted, credit_since)
      values (${product}, 0, 0, least(${oldest}::timestamptz + make_interval(secs => ${usedS}), ${latest}::timestamptz))
      on conflict (product) do update set credit_since =
        least(greatest(q.credit_since, ${oldest}) + make_interval(secs => ${usedS}), ${latest})`,
  );
}

/** Returns the products for which shoppers wait, or whose time is used up, at any process. */
export async function busyProducts(db: ReadHandle, now: Date): Promise<readonly string[]> {
  const rows = await run(
    db,
    statement<{ product: string }>`
      select product from launch_queues where last_place > admitted or credit_since > ${now}`,
  );
  return rows.map(({ product }) => product);
}

/** A queue, locked until the transaction ends. */
export type LockedQueue = QueueState & { readonly creditSince: Date };

export async function lockQueue(tx: Handle, product: string): Promise<LockedQueue | null> {
  const rows = await run(
    tx,
    statement<LockedQueue>`
      select last_place as "lastPlace", admitted, credit_since as "creditSince"
      from launch_queues where product = ${product} for update`,
  );
  return rows[0] ?? null;
}

type Admission = {
  /** The last place admitted before and now. */
  readonly from: number;
  readonly to: number;
  /** Places that are no longer needed. */
  readonly over: readonly number[];
  readonly creditSince: Date;
  readonly now: Date;
};

/** Moves a locked queue on, and expects the shoppers of the admitted places. */
export async function admitPlaces(tx: Handle, product: string, admission: Admission): Promise<void> {
  const { from, to, over, creditSince, now } = admission;
  await run(
    tx,
    statement`
      update launch_queues set admitted = ${to}, credit_since = ${creditSince} where product = ${product}`,
  );
  if (over.length > 0)
    await run(tx, statement`delete from launch_places where product = ${product} and place = any(${over}::int[])`);
  if (to > from)
    await run(
      tx,
      statement`
        insert into launch_places (product, place, admitted_at)
        select ${product}, place, ${now} from generate_series(${from}::int + 1, ${to}::int) as place on conflict do nothing`,
    );
}

/** A checkout that began before its product had a queue. */
export type Inside = { readonly checkoutId: string; readonly at: Date; readonly network: Buffer };

/** Counts shoppers as inside who began before there was a queue. They have no places, so theirs are below zero. */
export async function addInside(tx: Handle, product: string, inside: readonly Inside[]): Promise<void> {
  await run(
    tx,
    statement`
      insert into launch_places (product, place, admitted_at, checkout_id, network)
      select ${product}, -${randomInt(2 ** 30)}::int - row_number() over (), at, checkout_id, network
      from unnest(${inside.map(({ at }) => at.toISOString())}::timestamptz[],
        ${inside.map(({ checkoutId }) => checkoutId)}::text[],
        ${inside.map(({ network }) => network)}::bytea[]) as began(at, checkout_id, network)
      on conflict do nothing`,
  );
}

/**
 * Counts a use of an admitted place, and returns how often it was used; null if it may not be used again, or is no
 * longer stored because its shopper has left or ordered.
 */
export async function claimPlace(
  db: Database,
  { product, place, maxUses }: { readonly product: string; readonly place: number; readonly maxUses: number },
): Promise<number | null> {
  const rows = await run(
    db,
    statement<{ uses: number }>`
      update launch_places set uses = uses + 1
      where product = ${product} and place = ${place} and uses < ${maxUses} returning uses`,
  );
  return rows[0]?.uses ?? null;
}

/**
 * Records that the shopper of a place has begun a checkout. If a checkout was begun there before, it counts as inside
 * too, because it can still be ordered.
 */
export async function usePlace(
  db: Database,
  { product, place, checkoutId, network }: Omit<Inside, "at"> & { readonly product: string; readonly place: number },
): Promise<void> {
  await run(
    db,
    statement`
      insert into launch_places (product, place, admitted_at, checkout_id, network)
      select product, -${randomInt(2 ** 30)}::int, admitted_at, checkout_id, network from launch_places
      where product = ${product} and place = ${place} and checkout_id is not null and checkout_id <> ${checkoutId}
      on conflict do nothing`,
  );
  await run(
    db,
    statement`
      update launch_places set checkout_id = ${checkoutId}, network = ${network} where product = ${product} and place = ${place}`,
  );
}

/** The people in all queues, by product, for the metrics. */
export async function waitingByProduct(db: ReadHandle): Promise<readonly { product: string; waiting: number }[]> {
  return run(
    db,
    statement<{ product: string; waiting: number }>`
      select product, last_place - admitted as waiting from launch_queues where last_place > 0 order by product`,
  );
}
