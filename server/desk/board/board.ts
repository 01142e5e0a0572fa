import type { DeskServices } from "#server/desk/services.ts";
import type { Board } from "#contract/desk/board.ts";
import { formatDay } from "#core/time/dates.ts";
import type { FigureSource } from "#core/desk/figures.ts";
import type { Locale } from "#core/text/locale.ts";
import { countHours, figuresVersion } from "#server/read-models/figures.ts";
import { countWaiting } from "#server/read-models/waiting.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { onWire, type BoardContext, type ReadBoard } from "./context.ts";
import { errorPart, funnelPart, lagPart, paymentPart, soldPart, sourcePart, stockPart, textPart } from "./parts.ts";
import { FIGURE_SOURCES } from "./sources.ts";

/**
 * How long a response is reused for the same query in the same language, in ms. All browsers get the event about a
 * change at once, and query at once. If figures have changed since, the response is not reused: a browser that queried
 * just before the change would otherwise get the old figures again, and no other event would correct them.
 */
const SHARED_MS = 1500;

/** GET /board: returns the figures of a period. */
export function board(
  services: Pick<DeskServices, "reads" | "config"> & { readonly readBoard: ReadBoard },
): DeskHandler<"board"> {
  const shared = new Map<string, { readonly at: number; readonly answer: Promise<Board> }>();
  return async ({ query, locale }) => {
    const version = await services.reads.read(figuresVersion);
    const now = performance.now();
    for (const [asked, { at }] of shared) if (now - at > SHARED_MS) shared.delete(asked);
    const key = JSON.stringify([query, locale, version]);
    const known = shared.get(key);
    if (known) return ok(await known.answer);
    const answer = services.readBoard(query, (context) => boardOf(context, services.config, locale));
    shared.set(key, { at: now, answer });
    return ok(await answer);
  };
}

async function boardOf(context: BoardContext, config: DeskServices["config"], locale: Locale): Promise<Board> {
  const { db, now, period, last, family, span } = context;
  const { held } = await countWaiting(db, { now, config });
  return {
    period,
    day: formatDay(last),
    family,
    ...onWire(span),
    unknownHours: await countUnknown(context),
    held: { count: held.count, oldest: held.oldest?.toISOString() ?? null },
    ...(await soldPart(context)),
    ...(await funnelPart(context)),
    ...(await sourcePart(context)),
    ...(await lagPart(context)),
    ...(await paymentPart(context)),
    ...(await textPart(context)),
    ...(await errorPart(context, locale)),
    ...(await stockPart(context)),
  };
}

/** Returns how many hours in the period have no figures, by source. */
async function countUnknown({ db, span }: BoardContext): Promise<Board["unknownHours"]> {
  const rows = await countHours(db, span);
  const count = (source: FigureSource) => rows.find((row) => row.source === source)?.unknown ?? 0;
  return Object.fromEntries(FIGURE_SOURCES.map((source) => [source, count(source)])) as Board["unknownHours"];
}
