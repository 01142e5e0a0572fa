import type { SectionRow } from "#contract/desk/section-answers.ts";
import type { Locale } from "#core/text/locale.ts";
import { isStorable } from "#core/text/storable.ts";
import type { DeskSection, DeskSectionRow } from "#server/extension/desk-section.ts";

type Column = DeskSection["columns"][number];
/** What is in a cell, by the kind of its column: an amount in Rappen. */
export type Cell = string | number | Date | null;

const MAX_ID = 200;

/**
 * Fetches rows of an extension. Throws if they are not as described, because everything after the mistake would be
 * wrong: an id that is too long, or more rows than were asked for.
 */
export async function fetchRows(
  name: string,
  section: DeskSection,
  wanted: Parameters<DeskSection["list"]>[0],
): Promise<readonly DeskSectionRow[]> {
  const rows = await section.list(wanted);
  if (rows.length > wanted.limit) throw new Error(`The extension ${name} lists more rows than it was asked for.`);
  const wrong = rows.find(({ id }) => id === "" || id.length > MAX_ID || !isStorable(id));
  if (wrong) throw new Error(`The extension ${name} lists a row whose id is empty or too long: ${wrong.id}`);
  return rows;
}

/** Returns what a row has in a column. Throws if that is nothing of the column's kind. */
export function cellOf(name: string, { cells }: DeskSectionRow, { key, kind }: Column, locale: Locale): Cell {
  const cell = cells[key] ?? null;
  if (cell === null) return null;
  const isLocal = typeof cell === "object" && !(cell instanceof Date);
  const value = isLocal ? cell[locale] : cell;
  if (!IS_OF[kind](value))
    throw new Error(`The extension ${name} has something in the column ${key} that is no ${kind}.`);
  return value;
}

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const IS_OF: { readonly [Kind in Column["kind"]]: (value: unknown) => boolean } = {
  text: (value) => typeof value === "string",
  number: isNumber,
  amount: isNumber,
  time: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

/** Returns a row as the page gets it. `acts`: those that the person may do with rows. */
export function rowOnWire(
  name: string,
  { columns }: DeskSection,
  row: DeskSectionRow,
  { acts, locale }: { readonly acts: readonly string[]; readonly locale: Locale },
): SectionRow {
  const cells = columns.map((column) => [column.key, onWire(cellOf(name, row, column, locale), column)] as const);
  return { id: row.id, cells: Object.fromEntries(cells), acts: acts.filter((act) => row.acts.includes(act)) };
}

function onWire(cell: Cell, { kind }: Column): string | number | null {
  if (cell instanceof Date) return cell.toISOString();
  // The wire has amounts in CHF.
  return kind === "amount" && typeof cell === "number" ? cell / 100 : cell;
}
