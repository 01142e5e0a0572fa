import { clearStorage } from "./storage.ts";

/** Removes the login and everything that was typed or chosen from this browser. The language and how the page is set up stay. */
export function forgetPerson(): void {
  clearStorage(["locale", "sidebarExtended"]);
}
