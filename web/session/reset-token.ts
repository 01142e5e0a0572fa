import { privateStorage } from "./storage.ts";

/**
 * Returns the token of an emailed link that resets the password; empty if there is none. Removes the token from the
 * address bar, so that it is not seen or shared there, and stores it in this tab, so that it survives a reload or a
 * change of language. Links of earlier versions have the token in the query.
 */
export function takeResetToken(): string {
  const sent =
    new URLSearchParams(location.hash.slice(1)).get("token") ?? new URLSearchParams(location.search).get("token");
  if (sent !== null) {
    privateStorage.write("reset-token", sent);
    history.replaceState(history.state, "", location.pathname);
  }
  return sent ?? privateStorage.read("reset-token") ?? "";
}

/** Call it after the link has worked. */
export function forgetResetToken(): void {
  privateStorage.remove("reset-token");
}
