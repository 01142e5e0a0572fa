import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import { run, runTogether, statement, type Statement } from "#server/platform/database/statement.ts";

/** Available pieces by article; articles whose stock is not counted are absent. */
export type Stock = ReadonlyMap<string, number>;

/** Returns the pieces that are neither sold nor held for an open payment. */
export async function availableStock(db: ReadHandle, now: Date): Promise<Stock> {
  const rows = await run(
    db,
    statement<{ article: string; available: number }>`
      select s.article, (s.on_hand - count(h.*) filter (where h.until > ${now}))::int as available
      from stock s left join stock_holds h on h.article = s.article
      group by s.article, s.on_hand`,
  );
  return new Map(rows.map((row) => [row.article, row.available]));
}

/**
 * Returns whether this catalogue counts the pieces of an article. If the catalogue no longer has the article, it was
 * counted if there is a stock of it.
 */
export function isCounted(catalogue: Catalogue, article: string): boolean {
  return byCode(catalogue.devices, article)?.stock !== null;
}

/**
 * Returns the statement that locks an article's row. Later statements in the same transaction see all holds and sales
 * written before.
 */
const lockArticle = (article: string): Statement<{ article: string }> =>
  statement`select article from stock where article = ${article} for update`;

/**
 * Takes a piece for an order, records it in the ledger and ends the checkout's hold, in one round trip. Returns false
 * if none is left for this checkout (its own hold does not count against it). An article without a stock is not
 * counted.
 */
export async function takePiece(
  tx: Handle,
  article: string,
  { checkoutId, order, now }: { readonly checkoutId: string; readonly order: string; readonly now: Date },
): Promise<boolean> {
  const [counted, taken] = await runTogether(
    tx,
    lockArticle(article),
    statement`
      with taken as (
        update stock set on_hand = on_hand - 1, entries = entries + 1
        where article = ${article} and on_hand > (
          select count(*) from stock_holds where article = ${article} and checkout_id <> ${checkoutId} and until > ${now})
        returning article),
      sold as (
        insert into stock_movements (article, kind, pieces, order_number, actor, at)
        select article, 'sold', -1, ${order}, 'Kasse', ${now} from taken),
      released as (delete from stock_holds where checkout_id = ${checkoutId})
      select article from taken`,
  );
  return taken.length === 1 || counted.length === 0;
}

/**
 * Holds a piece for an open payment. Returns false if none is left. Concurrent calls run one after the other, because
 * they lock the article's row.
 */
export async function holdPiece(
  tx: Handle,
  article: string,
  checkoutId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const [counted, held] = await runTogether(
    tx,
    lockArticle(article),
    statement`
      insert into stock_holds (checkout_id, article, until)
      select ${checkoutId}, article, ${until} from stock
      where article = ${article} and on_hand > (
        select count(*) from stock_holds where article = ${article} and checkout_id <> ${checkoutId} and until > ${now})
      on conflict (checkout_id) do update set article = excluded.article, until = excluded.until
      returning article`,
  );
  return held.length === 1 || counted.length === 0;
}

/**
 * Returns the piece of a cancelled order to the stock, once, if the order took one. An order from before the ledger
 * took one if its article was counted.
 */
export async function returnPiece(
  tx: Handle,
  article: string,
  { order, orderedAt, now }: { readonly order: string; readonly orderedAt: Date; readonly now: Date },
): Promise<void> {
  await runTogether(
    tx,
    lockArticle(article),
    statement`
      with returned as (
        update stock s set on_hand = on_hand + 1, entries = entries + 1
        where s.article = ${article}
          and not exists (select 1 from stock_movements m where m.order_number = ${order} and m.kind = 'returned')
          and (exists (select 1 from stock_movements m where m.order_number = ${order} and m.kind = 'sold')
            or ${orderedAt} < (select min(m.at) from stock_movements m where m.article = s.article))
        returning article)
      insert into stock_movements (article, kind, pieces, order_number, actor, at)
      select article, 'returned', 1, ${order}, 'Kasse', ${now} from returned`,
  );
}

export async function releaseHold(tx: Handle, checkoutId: string): Promise<void> {
  await tx.deleteFrom("stock_holds").where("checkout_id", "=", checkoutId).execute();
}
