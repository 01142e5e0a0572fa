import { privateStorage } from "./storage.ts";

/** Why a checkout could not continue, for the home page. */
type Ended = { readonly title: string; readonly text: string };

export function keepEnded({ title, text }: Ended): void {
  privateStorage.write("ended", `${title}\n${text}`);
}

/** Reads the message and removes it, so that it is shown once. */
export function takeEnded(): Ended | null {
  const [title, ...lines] = privateStorage.read("ended")?.split("\n") ?? [];
  privateStorage.remove("ended");
  return title === undefined ? null : { title, text: lines.join("\n") };
}
