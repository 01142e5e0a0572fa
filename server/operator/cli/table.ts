import { clockInZurich, formatDay } from "#core/time/dates.ts";

/** Aligns cells in columns, two spaces apart. The columns in `right` (by index) are right-aligned. */
export function aligned(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (right.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** Returns a time in Switzerland, such as `2026-11-21 08:15`. */
export function timeText(at: Date): string {
  const { hour, minute, ...day } = clockInZurich(at);
  return `${formatDay(day)} ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** Returns a time in Switzerland to the second. */
export function timeTextWithSeconds(at: Date): string {
  return `${timeText(at)}:${twoDigits(clockInZurich(at).second)}`;
}

const twoDigits = (count: number) => String(count).padStart(2, "0");

/** Returns a count with its noun: `12 documents`, `1 document`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const MAX_LINES = 20;

/** Returns up to 20 sentences about a file, one per line, and how many more there are. */
export function firstLines(sentences: readonly string[]): string {
  const more = sentences.length - MAX_LINES;
  return [...sentences.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
