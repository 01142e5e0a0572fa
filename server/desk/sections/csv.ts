import { decimal } from "#core/money/money.ts";
import type { Locale } from "#core/text/locale.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { ok } from "#server/api/result.ts";
import { csvText, type CsvRow } from "#server/desk/csv-text.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { DeskSection, DeskSectionRow } from "#server/extension/desk-section.ts";
import { sectionFor } from "./access.ts";
import { cellOf, fetchRows } from "./rows.ts";

/** Number of rows that are fetched at once. */
const BATCH = 1000;
/** The greatest number of rows in a file, so that no file fills the memory. */
const MAX_ROWS = 100_000;

/** GET /sections/{section}/rows.csv: returns the rows of a page, in a format that spreadsheets open. */
export function sectionCsv({ now, sections }: Pick<DeskServices, "now" | "sections">): DeskHandler<"sectionCsv"> {
  return async ({ params: { section: name }, query: { text, locale }, person }) => {
    const found = sectionFor(sections, name, person);
    if (!found.ok) return found;
    const rows = await allRows(name, found.value, text);
    const file = `kasse-${name}-${formatDay(dayInZurich(now()))}.csv`;
    const columns = found.value.columns.map(headingOf);
    return ok({
      name: file,
      csv: csvText(
        columns,
        rows.map((row) => lineOf(name, found.value, row, locale)),
      ),
    });
  };
}

/** Throws if the extension lists a row again, because it would do so without end. */
async function allRows(name: string, section: DeskSection, text: string): Promise<readonly DeskSectionRow[]> {
  const rows = new Map<string, DeskSectionRow>();
  let after: string | null = null;
  while (rows.size < MAX_ROWS) {
    const batch: readonly DeskSectionRow[] = await fetchRows(name, section, { text, after, limit: BATCH });
    for (const row of batch) {
      if (rows.has(row.id)) throw new Error(`The extension ${name} lists the row ${row.id} again after ${after}.`);
      rows.set(row.id, row);
    }
    after = batch.at(-1)?.id ?? null;
    if (batch.length < BATCH) break;
  }
  return [...rows.values()];
}

type Column = DeskSection["columns"][number];
const headingOf = ({ key, kind }: Column) => (kind === "amount" ? `${key}_chf` : key);

function lineOf(name: string, { columns }: DeskSection, row: DeskSectionRow, locale: Locale): CsvRow {
  const cells = columns.map((column) => {
    const cell = cellOf(name, row, column, locale);
    const isAmount = column.kind === "amount" && typeof cell === "number";
    return [headingOf(column), isAmount ? decimal(cell) : cell] as const;
  });
  return Object.fromEntries(cells);
}
