import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import type { Stock } from "./shop-window.ts";

/** Pieces that are neither sold nor held for an open payment. */
export async function availableStock(db: Handle, now: Date): Promise<Stock> {
  const { rows } = await sql<{ article: string; available: number }>`
    select s.article, (s.on_hand - count(h.*) filter (where h.until > ${now}))::int as available
    from stock s left join stock_holds h on h.article = s.article
    group by s.article, s.on_hand`.execute(db);
  return new Map(rows.map((row) => [row.article, row.available]));
}

/** Takes a piece for an order. False if none is left for this checkout; its own hold does not count. */
export async function takePiece(tx: Handle, article: string, checkoutId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update stock set on_hand = on_hand - 1
    where article = ${article} and on_hand > (
      select count(*) from stock_holds where article = ${article} and checkout_id <> ${checkoutId} and until > ${now})
    returning article`.execute(tx);
  await releaseHold(tx, checkoutId);
  return rows.length === 1 || !(await isCounted(tx, article));
}

/** Holds a piece for an open payment. False if none is left. A row lock on the article serialises concurrent calls. */
export async function holdPiece(
  tx: Handle,
  article: string,
  checkoutId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom("stock")
    .select("on_hand")
    .where("article", "=", article)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return true;
  const held = await tx
    .selectFrom("stock_holds")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("article", "=", article)
    .where("checkout_id", "<>", checkoutId)
    .where("until", ">", now)
    .executeTakeFirstOrThrow();
  if (row.on_hand <= Number(held.count)) return false;
  await tx
    .insertInto("stock_holds")
    .values({ checkout_id: checkoutId, article, until })
    .onConflict((conflict) => conflict.column("checkout_id").doUpdateSet({ article, until }))
    .execute();
  return true;
}

/** Puts the piece of a cancelled order back, if the article is counted. */
export async function returnPiece(tx: Handle, article: string): Promise<void> {
  await tx
    .updateTable("stock")
    .set((eb) => ({ on_hand: eb("on_hand", "+", 1) }))
    .where("article", "=", article)
    .execute();
}

export async function releaseHold(tx: Handle, checkoutId: string): Promise<void> {
  await tx.deleteFrom("stock_holds").where("checkout_id", "=", checkoutId).execute();
}

async function isCounted(tx: Handle, article: string): Promise<boolean> {
  return (
    (await tx.selectFrom("stock").select("article").where("article", "=", article).executeTakeFirst()) !== undefined
  );
}
