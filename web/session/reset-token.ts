import { privateStorage } from "./storage.ts";

/**
 * Returns the token of the mailed link for a new password; empty without one. Removes it from the address bar, where
 * others could read it or share it, and stores it in this tab, so that it survives a reload or a change of language.
 * Links of earlier versions have it in the query.
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

/** Called after the link has worked. */
export function forgetResetToken(): void {
  privateStorage.remove("reset-token");
}
