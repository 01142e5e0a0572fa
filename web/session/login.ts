import { LOGIN_IDLE_MS, LOGIN_TOTAL_MS } from "#core/person/login-life.ts";
import { isStep, type Step } from "#core/steps/steps.ts";
import { browserStorage, tabStorage } from "./storage.ts";

export function token(): string | null {
  return tabStorage.read("token");
}

export function forgetToken(): void {
  tabStorage.remove("token");
  tabStorage.remove("person");
}

/** Returns whose login is stored, empty if no name is known; null if there is none. */
export function person(): string | null {
  return token() && (tabStorage.read("person") ?? "");
}

/**
 * Records that the server accepted a call's token, which restarts the token's idle time in every tab.
 *
 * @param sentAt time when the call was sent, in ms since 1970: the idle time starts with the call, not its response,
 *   and responses can be late or out of order
 */
export function recordUse(sentAt: number): void {
  const used = Number(browserStorage.read("token-used"));
  // A stored time in the future comes from a clock that was wrong.
  if (sentAt > used || used > Date.now()) browserStorage.write("token-used", String(sentAt));
}

/** Whether anyone has logged in or registered with this browser since its storage was last cleared. */
export function hasLoggedInBefore(): boolean {
  return browserStorage.read("token-since") !== null;
}

/**
 * Returns how long the login remains valid, in ms, and whether this is `final`, so that further use does not extend it.
 * Null if there is no login.
 */
export function timeLeft(now = Date.now()): { readonly left: number; readonly final: boolean } | null {
  const used = Number(browserStorage.read("token-used"));
  const since = Number(browserStorage.read("token-since"));
  if (token() === null || !used || !since) return null;
  const [idle, whole] = [used + LOGIN_IDLE_MS - now, since + LOGIN_TOTAL_MS - now];
  return { left: Math.min(idle, whole), final: whole <= idle };
}

/** Forgets a login that has ended and stores the page where it ended, to return there after the next login. */
export function endLogin(page: Step | null): void {
  forgetToken();
  if (page) tabStorage.write("return-to", page);
}

/** Returns the page on which the last login of this tab ended. */
export function loginEndedAt(): Step | null {
  const page = tabStorage.read("return-to");
  return page !== null && isStep(page) ? page : null;
}

export function forgetLoginEnd(): void {
  tabStorage.remove("return-to");
}
