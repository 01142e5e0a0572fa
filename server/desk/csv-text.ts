import { stringify } from "csv-stringify/sync";
import { timeInZurich } from "#core/time/dates.ts";

/** A row of a file, by column. Amounts are texts in CHF, with the decimal point of Switzerland. */
export type CsvRow = Readonly<Record<string, string | number | Date | null>>;

/**
 * How a Swiss Excel reads the file by a double click: semicolons between cells, UTF-8 by the mark at the start (which a
 * line `sep=` would make it ignore), and times of Zurich that it knows as times. A cell that looks like a formula gets
 * an apostrophe in front, so that no spreadsheet runs it (OWASP, CSV Injection).
 */
const FORMAT = {
  bom: true,
  header: true,
  delimiter: ";",
  record_delimiter: "windows",
  escape_formulas: true,
  cast: { date: timeInZurich },
} as const;

/** Returns rows as a file that spreadsheets open. */
export const csvText = (columns: readonly string[], rows: readonly CsvRow[]): string =>
  stringify([...rows], { ...FORMAT, columns: [...columns] });
