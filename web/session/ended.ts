import { privateStorage, clearStorage } from "./storage.ts";

/** Explains on the home page why a checkout could not continue. */
type Ended = { readonly title: string; readonly text: string };

export function storeEnded({ title, text }: Ended): void {
  privateStorage.write("ended", `${title}\n${text}`);
}

/** Reads the message and removes it, so that it is shown only once. */
export function takeEnded(): Ended | null {
  const [title, ...lines] = privateStorage.read("ended")?.split("\n") ?? [];
  privateStorage.remove("ended");
  return title === undefined ? null : { title, text: lines.join("\n") };
}

/** Removes the login and all input and choices from this browser. The language and the page layout stay. */
export function forgetPerson(): void {
  clearStorage(["locale", "sidebarExtended"]);
}
