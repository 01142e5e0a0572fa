import { sql } from "kysely";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { piecesMoved, type StockChange } from "#core/catalogue/stock.ts";
import { AS_IN_CATALOGUE } from "#core/order/record-notes.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { MOVEMENT_COLUMNS, type StockMovement } from "./tables.ts";

/** Who reports stock, for which time, and why. */
export type Reported = {
  readonly at: Date;
  readonly actor: string;
  readonly reason: string | null;
  /** The warehouse's id of the report. The same id only counts once. */
  readonly eventId?: string;
  /** The stock that this person saw. If it differs from the current stock, nothing is recorded. */
  readonly seen?: number | undefined;
};
export type Recorded =
  | { readonly kind: "recorded"; readonly moved: number; readonly onHand: number }
  /** A report with this id was recorded before. */
  | { readonly kind: "repeated" }
  /** A report with this id was recorded before, with different content. */
  | { readonly kind: "changed" }
  /** The stock has changed since the person saw it. */
  | { readonly kind: "outdated"; readonly onHand: number }
  /** A correction would remove more pieces than are on hand. */
  | { readonly kind: "tooFew" }
  /** No loaded catalogue counts the pieces of this article. */
  | { readonly kind: "unknownArticle" };

/** Records received, counted or corrected pieces, both in the ledger and in the stock. */
export function reportStock(
  db: Database,
  article: string,
  report: StockChange,
  { at, actor, reason, eventId, seen }: Reported,
): Promise<Recorded> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("stock")
      .select("on_hand")
      .where("article", "=", article)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { kind: "unknownArticle" };
    if (seen !== undefined && seen !== row.on_hand) return { kind: "outdated", onHand: row.on_hand };
    const since = await tx
      .selectFrom("stock_movements")
      .select(({ fn }) => fn.coalesce(fn.sum<string>("pieces"), sql.lit("0")).as("pieces"))
      .select(sql<boolean>`coalesce(bool_or(kind = 'counted'), false)`.as("counted"))
      .where("article", "=", article)
      .where("at", ">", at)
      .executeTakeFirstOrThrow();
    const level = { onHand: row.on_hand, movedSince: Number(since.pieces), countedLater: since.counted };
    const moved = piecesMoved(report, level);
    if (row.on_hand + moved < 0) return { kind: "tooFew" };
    const written = await tx
      .insertInto("stock_movements")
      .values({ article, kind: report.kind, pieces: moved, event_id: eventId ?? null, actor, reason, at })
      .onConflict((conflict) => conflict.column("event_id").where("event_id", "is not", null).doNothing())
      .executeTakeFirst();
    if (written.numInsertedOrUpdatedRows !== 1n)
      return { kind: (await isRecorded(tx, article, report, eventId ?? "")) ? "repeated" : "changed" };
    await tx
      .updateTable("stock")
      .set((eb) => ({ on_hand: eb("on_hand", "+", moved), entries: eb("entries", "+", 1) }))
      .where("article", "=", article)
      .execute();
    return { kind: "recorded", moved, onHand: row.on_hand + moved };
  });
}

/**
 * Returns whether the recorded report with this id has the same content. For a count, and for pieces received before a
 * count, only the difference it made is stored.
 */
async function isRecorded(
  tx: Handle,
  article: string,
  { kind, pieces }: StockChange,
  eventId: string,
): Promise<boolean> {
  const stored = await tx
    .selectFrom("stock_movements")
    .select(["article", "kind", "pieces"])
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  const samePieces = kind === "counted" || stored.pieces === 0 || stored.pieces === pieces;
  return samePieces && stored.article === article && stored.kind === kind;
}

/** Sets the initial pieces of each new article in a catalogue; known articles keep theirs. */
export async function openStock(tx: Handle, { devices }: Catalogue, actor: string, now: Date): Promise<void> {
  for (const { code, stock } of devices) {
    if (stock === null) continue;
    const opened = await tx
      .insertInto("stock")
      .values({ article: code, on_hand: stock, loaded: stock, entries: 1 })
      .onConflict((conflict) => conflict.column("article").doNothing())
      .returning("article")
      .executeTakeFirst();
    if (!opened) continue;
    // An article from the catalogue of an earlier version may already have a ledger.
    await sql`
      insert into stock_movements (article, kind, pieces, actor, reason, at)
      select ${code}, 'opening', ${stock} - coalesce(sum(pieces), 0), ${actor}, ${AS_IN_CATALOGUE}, ${now}
      from stock_movements where article = ${code}`.execute(tx);
  }
}

/** The pieces of an article. Those on hand are not sold; some of them are held for payments. */
export type ArticleStock = {
  readonly article: string;
  readonly onHand: number;
  readonly held: number;
};
/** `ledger`: the sum of its movements, which always equals `onHand`. */
export type SummedStock = ArticleStock & { readonly ledger: number };

const ON_HAND_AND_HELD = (now: Date) => sql`s.article, s.on_hand as "onHand",
  (select count(*) from stock_holds h where h.article = s.article and h.until > ${now})::int as held`;

/** Returns all counted articles, by code. */
export async function stockOf(db: Handle, now: Date): Promise<readonly ArticleStock[]> {
  const { rows } = await sql<ArticleStock>`select ${ON_HAND_AND_HELD(now)} from stock s order by s.article`.execute(db);
  return rows;
}

/**
 * Returns all counted articles with the sum of their ledgers. This takes longer, because ledgers grow with each sale.
 */
export async function summedStockOf(db: Handle, now: Date): Promise<readonly SummedStock[]> {
  const { rows } = await sql<SummedStock>`
    select ${ON_HAND_AND_HELD(now)},
      (select coalesce(sum(m.pieces), 0) from stock_movements m where m.article = s.article)::int as ledger
    from stock s order by s.article`.execute(db);
  return rows;
}

/** A movement, with the pieces on hand afterwards. */
export type ShownMovement = Pick<StockMovement, "at" | "kind" | "pieces" | "order_number" | "actor" | "reason"> & {
  readonly level: number;
};

/**
 * Returns the newest movements of an article, newest first. The pieces after each are calculated backwards from the
 * current stock.
 */
export async function newestMovementsOf(db: Handle, article: string, count: number): Promise<readonly ShownMovement[]> {
  const { rows } = await sql<ShownMovement>`
    select m.at, m.kind, m.pieces, m.order_number, m.actor, m.reason,
      (s.on_hand - coalesce(sum(m.pieces) over (order by m.id desc rows between unbounded preceding and 1 preceding), 0))::int as level
    from (
      select id, article, at, kind, pieces, order_number, actor, reason from stock_movements
      where article = ${article} order by id desc limit ${count}) m
    join stock s on s.article = m.article order by m.id desc`.execute(db);
  return rows;
}

/** Returns the ledger of an article, in the order in which it was written. */
export function movementsOf(db: Handle, article: string): Promise<StockMovement[]> {
  return db
    .selectFrom("stock_movements")
    .select(MOVEMENT_COLUMNS)
    .where("article", "=", article)
    .orderBy("id")
    .execute();
}
