import type { Catalogue, Period } from "#core/catalogue/catalogue.ts";
import { addDays, parseDay, type Day } from "#core/time/dates.ts";
import { startOfDay } from "#core/time/moments.ts";

/** An entry of the catalogue whose amounts can differ during some periods. */
type Dated = { readonly periods?: readonly Period<unknown>[] };

/** Returns the start and end of a period, in ms; its last day is included. */
function spanOf({ from, until }: Pick<Period<unknown>, "from" | "until">): readonly [number, number] {
  return [
    from === null ? -Infinity : startOfDay(dayOf(from)).getTime(),
    until === null ? Infinity : startOfDay(addDays(dayOf(until), 1)).getTime(),
  ];
}

function dayOf(text: string): Day {
  const day = parseDay(text);
  if (!day) throw new Error(`${text} is not a day`);
  return day;
}

/** Returns the entry with the amounts that apply at a given time, without periods. */
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
 * Returns the catalogue with the prices at a given time. No other code handles periods: everything sold is priced with
 * this function's result, so that shop window, checkout and order cannot differ.
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

/** Returns the times at which a price starts or ends to apply, in order. */
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

/** The kinds of errors in periods, with their messages. */
export const PERIOD_PROBLEMS = {
  periodOpen: "this period has neither a start nor an end",
  periodBackwards: "this period ends before it starts",
  periodOverlap: "this period overlaps with another one",
} as const;
export type PeriodProblem = keyof typeof PERIOD_PROBLEMS;

/** Returns the position and kind of the first error in the periods of an entry; null if there is none. */
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
