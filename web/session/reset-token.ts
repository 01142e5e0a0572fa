import { privateStorage } from "./storage.ts";

/**
 * The token of the mailed link for a new password. It is taken out of the address bar, where others could read it or share it, and stays in
 * this tab, so that a reload or another language keeps it. Links of earlier versions have it in the query. Empty without one.
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

/** After the link has worked. */
export function forgetResetToken(): void {
  privateStorage.remove("reset-token");
}
