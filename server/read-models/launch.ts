import type { ReadHandle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

/** Someone who was admitted and has not come within this time, in ms, is not expected any more. */
const EXPECTED_MS = 60_000;
/**
 * A checkout without a change or a payment for this long, in ms, no longer has a piece set aside. It can still be
 * ordered.
 */
const IDLE_MS = 15 * 60_000;
/** Of whom the share of those who came is taken: people admitted in this span before now, in ms. Browsers ask late. */
const LATELY = { from: 120_000, to: 30_000 };

/**
 * Of the available pieces, the share that people of one network can keep from the others, and how many they always can.
 * Otherwise one client could begin purchases, never finish them, and let everybody wait.
 */
const PER_NETWORK = { share: 0.25, least: 2 } as const;

/** The people whom a launch queue has admitted, and the pieces of its product. */
export type Inside = {
  /** Pieces on hand, without those held for payments; null if they are not counted. */
  readonly available: number | null;
  /** Pieces that are neither sold nor, if held, returned. */
  readonly onHand: number | null;
  /**
   * Pieces for people who may still buy one that is not held for them: in their checkouts, or expected. At most
   * `PER_NETWORK` for each network.
   */
  readonly buying: number;
  /** The places of those who have ordered or left. Whoever pays keeps the place, in case the payment fails. */
  readonly over: readonly number[];
  /** People who were admitted lately, and how many of them came. */
  readonly admittedLately: number;
  readonly cameLately: number;
};

/** Reads who is inside. */
export async function whoIsInside(db: ReadHandle, product: string, article: string | null, now: Date): Promise<Inside> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [row] = await run(
    db,
    statement<Inside>`
      with places as (
        select p.place, p.admitted_at, p.checkout_id, p.network,
          case when p.checkout_id is null then p.admitted_at > ${before(EXPECTED_MS)}
            else greatest(c.updated_at, (select max(updated_at) from payments where checkout_id = c.id)) > ${before(IDLE_MS)}
              and not exists (select 1 from orders o where o.checkout_id = p.checkout_id)
              and not holds
          end as buying, holds
        from launch_places p left join checkouts c on c.id = p.checkout_id,
          lateral (select exists (
            select 1 from stock_holds h where h.checkout_id = p.checkout_id and h.until > ${now}) as holds) held
        where p.product = ${product}),
      lately as (
        select checkout_id from places where admitted_at between ${before(LATELY.from)} and ${before(LATELY.to)}),
      pieces as (
        select (select on_hand from stock where article = ${article}) as on_hand,
          (select on_hand - (select count(*)::int from stock_holds h where h.article = s.article and h.until > ${now})
            from stock s where article = ${article}) as available),
      networks as (
        select network, count(*)::int as people from places where buying group by network)
      select on_hand as "onHand", available,
        (select coalesce(sum(case when network is null or available is null then people
            else least(people, greatest(${PER_NETWORK.least}, available * ${PER_NETWORK.share}::float8)) end), 0)::int
          from networks) as buying,
        array(select place from places where not buying and not holds and admitted_at < ${before(IDLE_MS)}) as over,
        (select count(*)::int from lately) as "admittedLately",
        (select count(checkout_id)::int from lately) as "cameLately"
      from pieces`,
  );
  if (!row) throw new Error("A select without a table returns a row");
  return row;
}
