import { pino } from "pino";

/** The number that gets the texts of tests. */
export const RECIPIENT = "41784000001";

type LogLine = { readonly level: "warn" | "error"; readonly status?: string; readonly msg: string };

/** Returns a log that records its lines. */
export function recordedLog() {
  const lines: LogLine[] = [];
  const write = (line: string) => {
    const { level, time: _time, ...rest } = JSON.parse(line) as { level: number; time: number; msg: string };
    lines.push({ level: level === 50 ? "error" : "warn", ...rest });
  };
  return { lines, log: pino({ base: null }, { write }) };
}
