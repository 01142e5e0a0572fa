import { countedUnlessFailed, type Limits } from "#server/api/limits.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { Handler } from "#server/api/call.ts";
import { fail, ok, type FieldMistakes } from "#server/api/result.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { setPassword } from "#server/sale/identity/accounts.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { isStillProven } from "#server/sale/identity/passkeys.ts";
import { endLinksOf } from "#server/sale/identity/reset-links.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { Accounts } from "./callers-account.ts";
import { accountChangeJob } from "./mail-account-change.ts";
import { newPasswordMistake } from "#server/authentication/new-password.ts";
import { endTokensOf } from "#server/sale/identity/tokens.ts";
import type { KnownBrowsers } from "#server/authentication/known-browser.ts";

/**
 * POST /change-password: sets a new password if the current one (the shop's or the customer base's) is right. Ends all
 * other logins and password-reset links, and notifies the owner by e-mail.
 */
export function changePassword(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly accounts: Accounts;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: Limits<"passwordsPerAddress" | "passwordsPerAccount">;
  readonly security: SecurityLog;
  readonly brand: Pick<Brand, "name">;
}): Handler<"changePassword"> {
  return async (call) => {
    const { body, ip, locale } = call;
    const caller = await services.accounts.ofCaller(call.token);
    if (!caller.ok) return caller;
    const { account, token } = caller.value;
    const mistakes = passwordMistakes(body, account.email, services.brand);
    if (Object.keys(mistakes).length > 0) return fail("invalidFields", { fields: mistakes });
    const allowed = await services.limits.take(
      { passwordsPerAddress: ip, passwordsPerAccount: services.knownBrowsers.countedFor(call, account.email) },
      ip,
    );
    if (!allowed.ok) return allowed;
    const event = { account: account.email, address: ip, by: "password" };
    const ended = await countedUnlessFailed(allowed, async () => {
      const owner = await services.accounts.withPassword(account.email, body.password);
      if (owner?.account.id !== account.id) return null;
      const passwordHash = await hashPassword(body.newPassword);
      return services.db.transaction().execute(async (tx) => {
        if (!(await isStillProven(tx, account.id, owner.proof))) return null;
        await setPassword(tx, account.id, passwordHash);
        await endLinksOf(tx, account.id, services.now());
        await addJobs(tx, [accountChangeJob(account.email, locale, "password")]);
        return endTokensOf(tx, account.id, token);
      });
    });
    if (ended === null) {
      services.security.record("login.failed", event);
      return fail("invalidFields", { fields: { password: "password.wrong" } });
    }
    services.security.record("password.changed", event);
    if (ended > 0) services.security.record("session.ended", { ...event, count: ended });
    return ok({ message: serverText(locale, "account.resetDone") });
  };
}

function passwordMistakes(
  { password, newPassword }: { readonly password: string; readonly newPassword: string },
  email: string,
  brand: Pick<Brand, "name">,
): FieldMistakes {
  const mistake = newPassword === "" ? ("missing" as const) : newPasswordMistake(newPassword, email, brand, password);
  return {
    ...(password === "" ? { password: "missing" } : {}),
    ...(mistake ? { newPassword: mistake } : {}),
  };
}
