import { addDays, formatDay, parseDay } from "#core/time/dates.ts";

/** The first and the last day; null: without one. */
export type Days = { readonly from: string | null; readonly until: string | null };

/** Before and after every day, as texts. */
const BEGINNING = "";
const END = "~";

/** Returns the first day of a period, and the first day after it, as texts that can be compared. */
const spanOf = ({ from, until }: Days): readonly [string, string] => [
  from ?? BEGINNING,
  until === null ? END : moved(until, 1),
];

function moved(text: string, days: number): string {
  const day = parseDay(text);
  if (!day) throw new Error(`${text} is not a day`);
  return formatDay(addDays(day, days));
}

/**
 * Returns an entry with other amounts during some days; its periods are cut there, so that they do not overlap.
 * Without days, the amounts outside its periods change. `change`: returns the new amounts, from those that would apply.
 */
export function withPeriod<Entry extends { readonly periods?: readonly Days[] }>(
  entry: Entry,
  days: Days,
  change: (entry: Entry) => Partial<Entry>,
): Entry {
  const { periods = [] } = entry;
  if (days.from === null && days.until === null) return { ...entry, ...change(entry) };
  const [from, to] = spanOf(days);
  const cuts = [...new Set([BEGINNING, from, to, ...periods.flatMap(spanOf), END])].toSorted();
  const pieces = cuts.slice(0, -1).flatMap((start, index): readonly Piece[] => {
    const period = periods.find((each) => spanOf(each)[0] <= start && start < spanOf(each)[1]);
    const isPlanned = from <= start && start < to;
    if (!period && !isPlanned) return [];
    const { from: _from, until: _until, ...own } = period ?? days;
    const known = period ? withoutUndefined(own) : {};
    const amounts = isPlanned ? { ...known, ...change({ ...entry, ...known }) } : known;
    return [{ start, end: cuts[index + 1] ?? END, amounts }];
  });
  return { ...entry, periods: joined(pieces) };
}

/** Returns an entry whose periods do not change these amounts any more. Periods that change nothing else end. */
export function withoutPeriods<Entry extends { readonly periods?: readonly Days[] }>(
  entry: Entry,
  amounts: readonly string[],
): Entry {
  if (!entry.periods) return entry;
  const periods = entry.periods.flatMap(({ from, until, ...own }) => {
    const others = Object.entries(withoutUndefined(own)).filter(([name]) => !amounts.includes(name));
    return others.length > 0 ? [{ from, until, ...Object.fromEntries(others) }] : [];
  });
  return { ...entry, periods };
}

const withoutUndefined = (amounts: object) =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined));

type Piece = { readonly start: string; readonly end: string; readonly amounts: object };

/** Returns the periods, with adjacent ones of the same amounts as one. */
function joined(pieces: readonly Piece[]): readonly Days[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last?.end === piece.start && JSON.stringify(last.amounts) === JSON.stringify(piece.amounts))
      whole[whole.length - 1] = { ...last, end: piece.end };
    else whole.push(piece);
  }
  return whole.map(({ start, end, amounts }) => ({
    from: start === BEGINNING ? null : start,
    until: end === END ? null : moved(end, -1),
    ...amounts,
  }));
}
