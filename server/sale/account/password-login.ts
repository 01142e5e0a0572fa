import { type Handler } from "#server/api/call.ts";
import { fail, ok, type FieldMistakes } from "#server/api/result.ts";
import { countedUnlessFailed, type Limits } from "#server/api/limits.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { isTooLongForEmail, normaliseEmail } from "#server/sale/identity/accounts.ts";
import type { Accounts } from "./callers-account.ts";
import type { LogIn } from "./log-in.ts";
import type { KnownBrowsers } from "#server/authentication/known-browser.ts";

/**
 * POST /password-login. Every wrong login returns the same failure, so that it does not reveal whether the account
 * exists (specification 8).
 */
export function passwordLogin(services: {
  readonly accounts: Accounts;
  readonly logIn: LogIn;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: Limits<"passwordsPerAccount" | "passwordsPerAddress">;
  readonly security: SecurityLog;
}): Handler<"passwordLogin"> {
  return async (call) => {
    const { body, ip } = call;
    const email = normaliseEmail(body.username);
    const mistakes = loginMistakes(email, body.password);
    if (Object.keys(mistakes).length > 0) return fail("invalidFields", { fields: mistakes });
    const event = { account: email, address: ip, by: "password" };
    const attempts = { passwordsPerAddress: ip, passwordsPerAccount: services.knownBrowsers.countedFor(call, email) };
    const allowed = await services.limits.take(attempts, ip);
    if (!allowed.ok) {
      if (allowed.exceeded === "passwordsPerAccount") services.security.record("lockout", event);
      return allowed;
    }
    const token = await countedUnlessFailed(allowed, async () => {
      const found = await services.accounts.withPassword(email, body.password);
      return found && services.logIn(found.account, call, { by: "password", proof: found.proof });
    });
    if (token !== null) return ok({ body: { token } });
    services.security.record("login.failed", event);
    return fail("loginWrong");
  };
}

/** Returns the errors in a login. As an e-mail address, any text is accepted that is not too long for one. */
function loginMistakes(email: string, password: string): FieldMistakes {
  return {
    ...(email === "" && { username: "missing" }),
    ...(isTooLongForEmail(email) && { username: "email" }),
    ...(password === "" && { password: "missing" }),
  };
}
