import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the HTTP tests of a run exchanged, as `test/support/recorder.ts` wrote it down. */
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
    /** A call has answered with this status. */
    called: (call: string, status: number) => lines.has(`call ${call} ${status}`),
    /** A test sent this field, `name` or `name=value`, and the call answered with this status. */
    sent: (call: string, status: number, field: string) => lines.has(`sent ${call} ${status} ${field}`),
    /** A test looked at this field, `path` or `path=value`, of an answer of this status. */
    read: (call: string, status: number, path: string) => matching(`read ${call} ${status} `, path),
  };
}
