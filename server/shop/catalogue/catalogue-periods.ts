import type { Catalogue, Period } from "#core/catalogue/catalogue.ts";
import { addDays, parseDay, type Day } from "#core/time/dates.ts";
import { beginningOf } from "#core/time/moments.ts";

/** An entry of the catalogue whose amounts may be others for some time. */
type Dated = { readonly periods?: readonly Period<unknown>[] };

/** The moments between which a period holds, in ms; its last day is a whole one. */
function spanOf({ from, until }: Pick<Period<unknown>, "from" | "until">): readonly [number, number] {
  return [
    from === null ? -Infinity : beginningOf(dayOf(from)).getTime(),
    until === null ? Infinity : beginningOf(addDays(dayOf(until), 1)).getTime(),
  ];
}

function dayOf(text: string): Day {
  const day = parseDay(text);
  if (!day) throw new Error(`${text} is not a day`);
  return day;
}

/** The entry with the amounts of the period that holds at a moment, without periods. */
function at<Entry extends Dated>({ periods = [], ...entry }: Entry, moment: number): Omit<Entry, "periods"> {
  const period = periods.find((each) => {
    const [from, until] = spanOf(each);
    return from <= moment && moment < until;
  });
  if (!period) return entry;
  const { from: _from, until: _until, ...amounts } = period;
  return { ...entry, ...Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined)) };
}

/**
 * The catalogue as it is priced at a moment: the only place that knows periods. What is sold is priced by its result,
 * so that shop window, checkout and order cannot differ.
 */
export function pricedAt(catalogue: Catalogue, moment: Date): Catalogue {
  const time = moment.getTime();
  return {
    ...catalogue,
    mobileTariffs: catalogue.mobileTariffs.map((tariff) => ({
      ...tariff,
      prices: tariff.prices.map((price) => at(price, time)),
      activation: tariff.activation && at(tariff.activation, time),
    })),
    tvTariffs: catalogue.tvTariffs.map((tariff) => ({
      ...tariff,
      prices: tariff.prices.map((price) => at(price, time)),
    })),
    devices: catalogue.devices.map((device) => at(device, time)),
    bundles: catalogue.bundles.map((bundle) => at(bundle, time)),
    boxes: catalogue.boxes.map((box) => at(box, time)),
  };
}

/** Every moment at which a price begins or ends, in order. */
export function priceChanges(catalogue: Catalogue): readonly Date[] {
  const dated: readonly Dated[] = [
    ...catalogue.mobileTariffs.flatMap(({ prices, activation }) => [...prices, ...(activation ? [activation] : [])]),
    ...catalogue.tvTariffs.flatMap(({ prices }) => prices),
    ...catalogue.devices,
    ...catalogue.bundles,
    ...catalogue.boxes,
  ];
  const moments = dated.flatMap(({ periods = [] }) => periods.flatMap(spanOf)).filter(Number.isFinite);
  return [...new Set(moments)].toSorted((one, other) => one - other).map((time) => new Date(time));
}

/** What can be wrong with a period. */
export const PERIOD_PROBLEMS = {
  periodOpen: "this period has no beginning and no end",
  periodBackwards: "this period ends before it begins",
  periodOverlap: "this period has a day in common with another one",
} as const;
export type PeriodProblem = keyof typeof PERIOD_PROBLEMS;

/** What is wrong with the periods of an entry: the position of the first wrong one, and why; null if nothing is. */
export function periodMistake(
  periods: readonly Pick<Period<unknown>, "from" | "until">[],
): { readonly at: number; readonly kind: PeriodProblem } | null {
  const spans = periods.map(spanOf);
  for (const [index, [from, until]] of spans.entries()) {
    if (from === -Infinity && until === Infinity) return { at: index, kind: "periodOpen" };
    if (from >= until) return { at: index, kind: "periodBackwards" };
    if (spans.some(([otherFrom, otherUntil], other) => other < index && from < otherUntil && otherFrom < until))
      return { at: index, kind: "periodOverlap" };
  }
  return null;
}
