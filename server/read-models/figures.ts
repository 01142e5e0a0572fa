import { sql } from "kysely";
import type { Span } from "#core/desk/board.ts";
import {
  FIGURES,
  type FigureSource,
  type FigureBy,
  type FigureCount,
  type FigureKind,
  type Figure,
} from "#core/desk/figures.ts";
import type { ProductFamily } from "#core/desk/product.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { OLDEST_START } from "./checkouts.ts";
import { OLDEST_ORDER } from "./orders.ts";

/** Which figures to sum: those of full hours in a time span, for one product family or all. */
type Wanted<By> = {
  readonly span: Span;
  readonly family: ProductFamily | null;
  /** The columns to group by. */
  readonly by: readonly By[];
};
/** A sum with the values that it is grouped by. */
export type Sum<Kind extends FigureKind, By extends FigureBy<Kind>> = Readonly<Record<By, string>> &
  Readonly<Record<FigureCount<Kind>, number>>;
type Row = { readonly hour: Date; readonly by: readonly string[]; readonly counts: readonly number[] };

/** Sums the figures of a kind over all hours of a time span. */
export async function sumFigures<Kind extends FigureKind, By extends FigureBy<Kind> = never>(
  db: ReadHandle,
  kind: Kind,
  wanted: Wanted<By>,
): Promise<readonly Sum<Kind, By>[]> {
  return (await rowsOf(db, kind, wanted, sql`null::timestamptz`)).map((row) => named(kind, wanted.by, row));
}

/** Sums the figures of a kind for each hour of the time span that has any. */
export async function hourlyFigures<Kind extends FigureKind, By extends FigureBy<Kind> = never>(
  db: ReadHandle,
  kind: Kind,
  wanted: Wanted<By>,
): Promise<readonly (Sum<Kind, By> & { readonly hour: Date })[]> {
  const rows = await rowsOf(db, kind, wanted, sql`f.hour`);
  return rows.map((row) => ({ ...named(kind, wanted.by, row), hour: row.hour }));
}

/**
 * Returns the database adds up the figures, so that a month of hours neither has to be transferred nor blocks this
 * process.
 */
async function rowsOf(
  db: ReadHandle,
  kind: FigureKind,
  { span, family, by }: Wanted<string>,
  hour: ReturnType<typeof sql>,
): Promise<readonly Row[]> {
  const { source, by: all, counts } = FIGURES[kind] as (typeof FIGURES)[FigureKind] & Wide;
  const key = by.map((name) => sql`e->0->>${sql.lit(all.indexOf(name))}`);
  const sums = counts.map((_, index) => sql`sum((e->1->>${sql.lit(index)})::float8)`);
  const isWanted = family === null || all[0] !== "family" ? sql`true` : sql`e->0->>0 = ${family}`;
  const { rows } = await sql<Row>`
    select ${hour} as hour, array[${sql.join([...key])}]::text[] as by, array[${sql.join(sums)}] as counts
    from desk_figures f cross join lateral jsonb_array_elements(f.figures->${sql.lit(kind)}) e
    where f.source = ${source} and f.hour >= ${span.from} and f.hour < ${span.until} and ${isWanted}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
type Wide = { readonly by: readonly string[]; readonly counts: readonly string[] };

function named<Kind extends FigureKind, By extends FigureBy<Kind>>(
  kind: Kind,
  by: readonly By[],
  row: Row,
): Sum<Kind, By> {
  const counts: readonly string[] = FIGURES[kind].counts;
  return Object.fromEntries([
    ...by.map((name, index) => [name, row.by[index] ?? ""]),
    ...counts.map((name, index) => [name, row.counts[index] ?? 0]),
  ]) as Sum<Kind, By>;
}

/**
 * SQL for a text that changes whenever figures change; null if there are none. The desk's event about the board uses
 * it.
 */
export const FIGURES_VERSION = sql<string | null>`(select max(changed_at)::text from desk_figures)`;

export async function figuresVersion(db: ReadHandle): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`select ${FIGURES_VERSION} as version`.execute(db);
  return rows[0]?.version ?? null;
}

/** Counts, for each source, the hours of a time span with figures and those without. */
export async function countHours(db: ReadHandle, { from, until }: Span) {
  const { rows } = await sql<Readonly<Record<"known" | "unknown", number>> & { readonly source: FigureSource }>`
    select source, count(figures)::int as known, (count(*) - count(figures))::int as unknown
    from desk_figures where hour >= ${from} and hour < ${until} group by source`.execute(db);
  return rows;
}

/** Returns the time of the oldest record that figures are computed from; the current time if there is none. */
export async function oldestRecord(
  db: ReadHandle,
  { now, codeLifeMs }: { readonly now: Date; readonly codeLifeMs: number },
): Promise<Date> {
  const { rows } = await sql<{ oldest: Date }>`
    select least(${OLDEST_ORDER}, ${OLDEST_START}, ${OLDEST_CODE} - make_interval(secs => ${codeLifeMs / 1000}), ${now}) as oldest`.execute(
    db,
  );
  return rows[0]?.oldest ?? now;
}

/**
 * Counts the login codes that expire after `since`: all, used ones, those expired by now, and those expired without
 * use.
 */
export async function countCodes(db: ReadHandle, { since, now }: { readonly since: Date; readonly now: Date }) {
  // There are never too many to count: old codes are purged every night, and a limit bounds the new ones.
  const { rows } = await sql<Readonly<Record<"sent" | "used" | "ended" | "unused", number>>>`
    select count(*)::int as sent, count(used_at)::int as used,
      (count(*) filter (where expires_at <= ${now}))::int as ended,
      (count(*) filter (where expires_at <= ${now} and used_at is null))::int as unused
    from sms_codes where expires_at > ${since}`.execute(db);
  return rows[0] ?? { sent: 0, used: 0, ended: 0, unused: 0 };
}

/** Counts the login codes that expire in a time span by state. */
export async function readCodes(db: ReadHandle, { from, until }: Span, now: Date): Promise<readonly Figure<"codes">[]> {
  const { rows } = await sql<Figure<"codes">>`
    select case when used_at is not null then 'used' when expires_at <= ${now} then 'expired' else 'open' end as state,
      count(*)::int as codes
    from sms_codes where expires_at >= ${from} and expires_at < ${until} group by 1`.execute(db);
  return rows;
}

/** SQL for the earliest expiry of a login code. */
const OLDEST_CODE = sql`(select min(expires_at) from sms_codes)`;
