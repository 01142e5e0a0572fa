import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the exchanges of the HTTP tests of a run, as recorded by `test/support/recorder.ts`. */
export function readRecords(folder: string) {
  const lines = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n")));
  const matching = (start: string, path: string) => {
    if (!path.includes("*")) return lines.has(start + path);
    const pattern = new RegExp(`^${(start + path).replaceAll(/[.[\]]/g, "\\$&").replaceAll("*", "\\w+")}$`);
    return [...lines].some((line) => pattern.test(line));
  };
  const files = [...lines].filter((line) => line.startsWith("file ")).map((line) => line.slice("file ".length));
  return {
    files: new Set(files),
    /** Whether a call has answered with this status. */
    called: (call: string, status: number) => lines.has(`call ${call} ${status}`),
    /** Whether a test sent this field, `name` or `name=value`, and the call answered with this status. */
    sent: (call: string, status: number, field: string) => lines.has(`sent ${call} ${status} ${field}`),
    /** Whether a test read this field, `path` or `path=value`, of an answer of this status. */
    read: (call: string, status: number, path: string) => matching(`read ${call} ${status} `, path),
  };
}
