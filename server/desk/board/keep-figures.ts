import { openSince } from "#core/desk/board.ts";
import { repeat, type Repeating } from "#server/platform/repeat.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { addHours, computeHour, dueHours } from "#server/operator/hourly-figures/hours.ts";
import { indexCheckouts } from "#server/operator/hourly-figures/note-checkouts.ts";
import { FIGURE_SOURCES, SOURCES, completeFor } from "./sources.ts";

/** Number of hours per source that are computed at a time. */
const AT_A_TIME = 20;
/**
 * How far before the newest indexed checkout to search for checkouts that are not indexed. The usual overlap is more
 * than the clock difference between synchronised machines. The longer one is used rarely, because each check reads all
 * checkouts that have changed in that time.
 */
const OVERLAP = { usual: "10 seconds", longer: "1 day" } as const;
/** The longer overlap is used in the first check, and then in every check whose number is a multiple of this. */
const LONGER_EVERY = 300;

/**
 * Computes figures that are due, a few hours of each source. Returns whether more are due. `longer`: uses the longer
 * overlap, to find checkouts that were missed.
 */
export async function computeDueFigures(
  { db, now: clock, config, law }: Pick<DeskServices, "db" | "now" | "config" | "law">,
  { longer }: { readonly longer: boolean },
): Promise<boolean> {
  const now = clock();
  const since = openSince(now, completeFor("checkouts", config, law));
  if (await indexCheckouts(db, { now, since, overlap: longer ? OVERLAP.longer : OVERLAP.usual })) return true;
  await addHours(db, FIGURE_SOURCES, now);
  let more = false;
  for (const source of FIGURE_SOURCES) {
    const request = { source, now, completeFor: completeFor(source, config, law) };
    const hours = await dueHours(db, request, AT_A_TIME);
    for (const hour of hours) await computeHour(db, request, hour, (tx, span) => SOURCES[source].read(tx, span, now));
    more ||= hours.length === AT_A_TIME;
  }
  return more;
}

/**
 * Keeps the figures of the board up to date. Failures are retried. As long as much is due, it pauses for as long as it
 * works.
 */
export function startFigures(
  services: Pick<DeskServices, "db" | "now" | "config" | "law" | "periods" | "log">,
): Repeating {
  let checks = 0;
  const check = async () => {
    const startedAt = performance.now();
    if (await computeDueFigures(services, { longer: checks % LONGER_EVERY === 0 }))
      return performance.now() - startedAt;
    checks += 1;
    return null;
  };
  const everyMs = services.periods.deskFigures;
  return repeat(check, { everyMs, failed: "figures of the desk could not be computed", log: services.log });
}
