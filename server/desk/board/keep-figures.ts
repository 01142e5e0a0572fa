import { openSince } from "#core/desk/board.ts";
import { repeat, type Repeating } from "#server/platform/repeat.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { addHours, computeHour, dueHours } from "#server/operator/hourly-figures/hours.ts";
import { noteCheckouts } from "#server/operator/hourly-figures/note-checkouts.ts";
import { FIGURE_SOURCES, SOURCES, wholeFor } from "./sources.ts";

/** Hours of a source that are computed at a time. */
const AT_A_TIME = 20;
/**
 * How far behind the newest noted checkout others are looked for: longer than the clocks of synchronised machines differ. Only now and then longer,
 * because each look reads all checkouts that have changed in that time.
 */
const OVERLAP = { usual: "10 seconds", longer: "1 day" } as const;
/** One look in so many uses the longer one, beginning with the first. */
const LONGER_EVERY = 300;

/** Computes figures that are due, a few hours of each source. Returns whether more are. `longer`: looks for checkouts that were missed. */
export async function lookAtRecords(
  { db, now: clock, config, law }: Pick<DeskServices, "db" | "now" | "config" | "law">,
  { longer }: { readonly longer: boolean },
): Promise<boolean> {
  const now = clock();
  const since = openSince(now, wholeFor("checkouts", config, law));
  if (await noteCheckouts(db, { now, since, overlap: longer ? OVERLAP.longer : OVERLAP.usual })) return true;
  await addHours(db, FIGURE_SOURCES, now);
  let more = false;
  for (const source of FIGURE_SOURCES) {
    const look = { source, now, wholeFor: wholeFor(source, config, law) };
    const hours = await dueHours(db, look, AT_A_TIME);
    for (const hour of hours) await computeHour(db, look, hour, (tx, span) => SOURCES[source].read(tx, span, now));
    more ||= hours.length === AT_A_TIME;
  }
  return more;
}

/** Keeps the figures of the board up to date. Failures are retried. While much is due, it pauses for as long as it works. */
export function keepFigures(
  services: Pick<DeskServices, "db" | "now" | "config" | "law" | "periods" | "log">,
): Repeating {
  let looks = 0;
  const look = async () => {
    const began = performance.now();
    if (await lookAtRecords(services, { longer: looks % LONGER_EVERY === 0 })) return performance.now() - began;
    looks += 1;
    return null;
  };
  const everyMs = services.periods.deskFigures;
  return repeat(look, { everyMs, failed: "figures of the desk could not be computed", log: services.log });
}
