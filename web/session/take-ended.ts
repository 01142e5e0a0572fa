import type { Ended } from "./ended.ts";
import { privateStorage } from "./storage.ts";

/** Reads the message and removes it, so that it is shown only once. */
export function takeEnded(): Ended | null {
  const [title, ...lines] = privateStorage.read("ended")?.split("\n") ?? [];
  privateStorage.remove("ended");
  return title === undefined ? null : { title, text: lines.join("\n") };
}
