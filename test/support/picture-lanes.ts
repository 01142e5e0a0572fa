import { pino } from "pino";
import { PERIODS } from "#server/config/periods.ts";
import { startPictureLanes, type PictureLanes } from "#server/sale/document/upload.ts";
import { SOON } from "./quick-periods.ts";

const KEY = Symbol.for("kasse.pictureLanes");
type Kept = { [KEY]?: PictureLanes };

/**
 * Returns the processes for pictures of this test worker, which all of its shops share: starting them takes longer than
 * most tests. They end with the worker.
 */
export function workersPictureLanes(): PictureLanes {
  // A worker loads modules again for some files, and keeps its globals.
  const kept = globalThis as Kept;
  return (kept[KEY] ??= startPictureLanes(pino({ level: "silent" }), { ...PERIODS, ...SOON }));
}
