import { privateStorage, clearStorage } from "./storage.ts";

/** Explains on the home page why a checkout could not continue. */
export type Ended = { readonly title: string; readonly text: string };

export function storeEnded({ title, text }: Ended): void {
  privateStorage.write("ended", `${title}\n${text}`);
}

/** Removes the login and all input and choices from this browser. The language and the page layout stay. */
export function forgetPerson(): void {
  clearStorage(["locale", "sidebarExtended"]);
}
