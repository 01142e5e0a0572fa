/** Lines with their columns under one another, two spaces between; columns named in `right` end flush. */
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

/** `2026-11-21 08:15` on the clock in Switzerland. */
export function moment(at: Date): string {
  return at.toLocaleString("sv-SE", { timeZone: "Europe/Zurich", dateStyle: "short", timeStyle: "short" });
}

/** `12 documents`, `1 document`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
