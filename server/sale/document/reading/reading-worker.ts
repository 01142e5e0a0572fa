// A separate process that reads machine-readable zones, one at a time, for `reading-lane.ts`.
import workerpool from "workerpool";
import { lowerPriority } from "#server/platform/worker-threads/lane.ts";
import { readPictureZone } from "./read-picture.ts";

lowerPriority();
workerpool.worker({ readPictureZone });
