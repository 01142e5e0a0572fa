import type { SectionColumn, SectionRequest, SectionRow } from "#contract/desk/section-answers.ts";
import { francs, fromChf } from "#core/money/money.ts";
import { parseDay } from "#core/time/dates.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTimes } from "#desk/app/time.ts";

type Cell = SectionRow["cells"][string];

export const isNumber = ({ kind }: SectionColumn): boolean => kind === "number" || kind === "amount";

/** Returns a function that formats a cell: amounts in CHF with two decimals or a dash, times with seconds. */
export function useCellText(): (cell: Cell, column: SectionColumn) => string {
  const numbers = useNumbers();
  const times = useTimes();
  return (cell, { kind }) => {
    if (cell === null) return "–";
    if (typeof cell === "string") return kind === "time" ? times.full(cell) : cell;
    return kind === "amount" ? francs(fromChf(cell)) : numbers.count(cell);
  };
}

/** Returns what a row is called: the text of its first column, or its id. */
export function nameOf({ id, cells }: SectionRow, [first]: readonly SectionColumn[]): string {
  const cell = first && cells[first.key];
  return typeof cell === "string" && first?.kind === "text" ? cell : id;
}

/** Returns a function that formats something that was entered. What is no value of its kind stays as it is. */
export function useEnteredText(): (entered: SectionRequest["entered"][number]) => string {
  const numbers = useNumbers();
  const times = useTimes();
  return ({ kind, value }) => {
    if (typeof value === "string") return kind === "day" && parseDay(value) ? times.day(value) : value;
    return kind === "amount" ? `CHF ${francs(fromChf(value))}` : numbers.count(value);
  };
}
