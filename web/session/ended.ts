import { privateStorage, clearStorage } from "./storage.ts";

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

/**
 * Removes the login and everything that was typed or chosen from this browser. The language and how the page is set up
 * stay.
 */
export function forgetPerson(): void {
  clearStorage(["locale", "sidebarExtended"]);
}
