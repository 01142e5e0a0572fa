import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok, type FieldMistakes } from "#server/platform/http/result.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import { isTooLongForEmail, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { accountWithPassword, type PasswordNeeds } from "./account-with-password.ts";
import { logIn, type LoginNeeds } from "./log-in.ts";
import { countedFor } from "#server/people/known-browser.ts";

type Needs = LoginNeeds & LimitsNamed<"passwordsPerAccount" | "passwordsPerAddress"> & PasswordNeeds;

/**
 * POST /password-login: one failure for every wrong login, so that it does not reveal whether the account exists
 * (specification 8).
 */
export function passwordLogin(services: Needs): Handler<"passwordLogin"> {
  return async (call) => {
    const { body, ip } = call;
    const email = normaliseEmail(body.username);
    const mistakes = loginMistakes(email, body.password);
    if (Object.keys(mistakes).length > 0) return fail("invalidFields", { fields: mistakes });
    const byAddress = await services.limits.take({ passwordsPerAddress: ip }, ip);
    if (!byAddress.ok) return byAddress;
    const event = { account: email, address: ip, by: "password" };
    const byAccount = await services.limits.take({ passwordsPerAccount: countedFor(services, call, email) }, ip);
    if (!byAccount.ok) {
      services.security.record("lockout", event);
      return byAccount;
    }
    const account = await accountWithPassword(services, email, body.password);
    if (!account) {
      services.security.record("login.failed", event);
      return fail("loginWrong");
    }
    return ok({ body: { token: await logIn(services, account, call, { by: "password" }) } });
  };
}

/** Any text may be tried as an e-mail, except what is too long for one. */
function loginMistakes(email: string, password: string): FieldMistakes {
  return {
    ...(email === "" ? { username: "missing" } : isTooLongForEmail(email) ? { username: "email" } : {}),
    ...(password === "" ? { password: "missing" } : {}),
  };
}
