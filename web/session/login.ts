import { LOGIN_IDLE_MS, LOGIN_TOTAL_MS } from "#core/login-life.ts";
import { isStep, type Step } from "#core/steps.ts";
import { kept, keptInTab } from "./storage.ts";

export function token(): string | null {
  return keptInTab.read("token");
}

export function keepToken(value: string): void {
  keptInTab.write("token", value);
  kept.write("token-since", String(Date.now()));
  noteUse();
}

export function forgetToken(): void {
  keptInTab.remove("token");
}

/** The server has just taken the token: its life without use begins anew, in every tab. */
export function noteUse(): void {
  kept.write("token-used", String(Date.now()));
}

/** What is left of the login, in milliseconds; `final` when using it makes it no longer. Null without a login. */
export function lifeLeft(now = Date.now()): { readonly left: number; readonly final: boolean } | null {
  const used = Number(kept.read("token-used"));
  const since = Number(kept.read("token-since"));
  if (token() === null || !used || !since) return null;
  const [idle, whole] = [used + LOGIN_IDLE_MS - now, since + LOGIN_TOTAL_MS - now];
  return { left: Math.min(idle, whole), final: whole <= idle };
}

/** The login has ended on this page: it is forgotten, and the page remembered for the next one. */
export function loginEnded(page: Step | null): void {
  forgetToken();
  if (page) keptInTab.write("return-to", page);
}

/** The page on which the last login of this tab ended. */
export function returnPage(): Step | null {
  const page = keptInTab.read("return-to");
  return page !== null && isStep(page) ? page : null;
}

export function forgetReturnPage(): void {
  keptInTab.remove("return-to");
}
