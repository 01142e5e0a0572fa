import { pino } from "pino";
import { expect, test } from "vitest";
import { createReadingLane } from "./reading-lane.ts";

test("a picture whose reading takes too long counts as unreadable, and the log says so", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const lane = createReadingLane(log, { readingLimit: 1, readingWait: 1000 });
  try {
    expect(await lane.read(Buffer.alloc(0), "holder")).toBeNull();
    expect(lines).toEqual([expect.stringContaining("reading of a document was abandoned")]);
  } finally {
    await lane.stop();
  }
});
