import type { ArticleStock, StockMovement } from "#contract/desk/publishing-answers.ts";
import { byCode } from "#core/catalogue/catalogue.ts";
import { newestMovementsOf, reportStock, stockOf } from "#server/shop/stock/ledger.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";

type Needs = Pick<DeskServices, "db" | "now" | "catalogues">;

/** The number of movements that are shown. */
const SHOWN = 200;

/** GET /stock: returns the pieces of each counted article. */
export function stock(services: Needs): DeskHandler<"stock"> {
  return async () => ok({ articles: await articlesOf(services) });
}

async function articlesOf({ db, now, catalogues }: Needs): Promise<readonly ArticleStock[]> {
  const { catalogue } = await catalogues.current();
  return (await stockOf(db, now())).map(({ article, onHand, held }) => ({
    article,
    name: byCode(catalogue.devices, article)?.name ?? null,
    onHand,
    held,
  }));
}

/** GET /stock/{article}: returns the movements of an article's stock, newest first. */
export function stockLedger(services: Needs): DeskHandler<"stockLedger"> {
  return async ({ params }) => {
    const ledger = await ledgerOf(services, params.article);
    return ledger ? ok(ledger) : fail("notFound");
  };
}

/** POST /stock/{article}: records pieces that were received or counted, or a correction. */
export function changeStock(services: Needs): DeskHandler<"changeStock"> {
  return async ({ params, body, person }) => {
    const { db, now } = services;
    const { kind, pieces, reason } = body;
    const seen = body.kind === "counted" ? body.seen : undefined;
    const by = { at: now(), actor: person.actor, reason, seen };
    const recorded = await reportStock(db, params.article, { kind, pieces }, by);
    if (recorded.kind === "outdated") return fail("changed", { onHand: recorded.onHand });
    if (recorded.kind === "tooFew") return fail("piecesMissing");
    if (recorded.kind !== "recorded") return fail("notFound");
    const ledger = await ledgerOf(services, params.article);
    return ledger ? ok(ledger) : fail("notFound");
  };
}

async function ledgerOf(services: Needs, code: string) {
  const article = (await articlesOf(services)).find((each) => each.article === code);
  if (!article) return null;
  const movements = (await newestMovementsOf(services.db, code, SHOWN)).map((row): StockMovement => ({
    at: row.at.toISOString(),
    kind: row.kind,
    pieces: row.pieces,
    level: row.level,
    order: row.order_number,
    by: row.actor,
    reason: row.reason,
  }));
  return { article, movements };
}
