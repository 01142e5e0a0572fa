// A separate process that decodes pictures, one at a time, for `picture-lane.ts`.
import workerpool from "workerpool";
import { lowerPriority } from "#server/platform/worker-threads/lane.ts";
import { readPicture } from "./picture.ts";

lowerPriority();
workerpool.worker({ readPicture });
