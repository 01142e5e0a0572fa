import { readFileSync } from "node:fs";
import { pino } from "pino";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPictureLane, type PictureLane } from "#server/sale/document/picture-lane.ts";

let lane: PictureLane;
let large: Buffer;
beforeAll(async () => {
  large = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: "#777" } })
    .png()
    .toBuffer();
});
// Each test starts without a process, because starting one takes longer than the wait before it is killed.
beforeEach(() => void (lane = createPictureLane(pino({ level: "silent" }))));
afterEach(() => lane.stop());

/** Returns the processes that decode: children of this one, as listed by Linux. */
const decoders = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
    .split(" ")
    .filter((pid) => pid !== "" && commandOf(pid).includes("picture-worker"))
    .map(Number);

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Kills the process that decodes, like the system when memory runs out, but none of those killed before. */
async function killDecoder(before: readonly number[]): Promise<number> {
  return vi.waitFor(
    () => {
      const [pid] = decoders().filter((each) => !before.includes(each));
      if (pid === undefined) throw new Error("No picture is being decoded");
      process.kill(pid, "SIGKILL");
      return pid;
    },
    { timeout: 300_000, interval: 20 },
  );
}

test.runIf(process.platform === "linux")("a picture whose process is killed is decoded by another one", async () => {
  const read = lane.read(large, "a");
  await killDecoder([]);
  expect(await read).toMatchObject({ kind: "ok" });
});

test.runIf(process.platform === "linux")(
  "a picture that kills two processes is invalid, and the next one is read",
  async () => {
    const read = lane.read(large, "a");
    const first = await killDecoder([]);
    await killDecoder([first]);
    expect(await read).toEqual({ kind: "notAPicture" });
    expect(await lane.read(large, "a")).toMatchObject({ kind: "ok" });
  },
);
