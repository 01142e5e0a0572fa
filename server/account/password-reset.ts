import { createHash, randomBytes } from "node:crypto";
import { localePrefix } from "#core/locale.ts";
import type { Handler } from "#server/http/call.ts";
import { fail, ok } from "#server/http/result.ts";
import type { Task } from "#server/jobs/tasks.ts";
import { addJobs } from "#server/jobs/queue.ts";
import type { Services } from "#server/services.ts";
import { say } from "#server/texts/texts.ts";
import { accountByEmail, accountOfBaseCustomer, normaliseEmail } from "./accounts.ts";
import { withinLimits } from "./limits.ts";
import { newPasswordMistake } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";
import { endTokensOf } from "./tokens.ts";

const LINK_LIFE_MS = 3600_000;
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Answers the same whether the account exists or not; the mail goes out by a job, so the time is the same too. */
export function requestPasswordReset(services: Services): Handler<"passwordReset"> {
  return async ({ body, locale, ip }) => {
    const email = normaliseEmail(body.username);
    if (email === "") return fail({ kind: "invalid", fields: { username: "missing" } });
    const limit = services.config.limits.resetsPerAddress;
    const allowed = await withinLimits(services.db, [{ key: `reset:address:${ip}`, limit }], services.now());
    if (!allowed.ok) return allowed;
    await addJobs(services.db, [{ name: "mail-password-reset", payload: { email, locale } }]);
    return ok({ message: say(locale, "account.resetSent") });
  };
}

/** Makes the link and mails it, if there is such an account. Only the link's hash is kept. */
export function mailPasswordReset(services: Services): Task<"mail-password-reset"> {
  return async ({ email, locale }) => {
    const known = await accountByEmail(services.db, email);
    const customer = known ? null : await services.customers.findByEmail(email);
    const account = known ?? (customer && (await accountOfBaseCustomer(services.db, customer)));
    if (!account) return;
    const token = randomBytes(32).toString("base64url");
    await services.db
      .insertInto("password_resets")
      .values({
        token_hash: hashOf(token),
        account_id: account.id,
        expires_at: new Date(services.now().getTime() + LINK_LIFE_MS),
      })
      .execute();
    const link = `${services.config.publicUrl}${localePrefix(locale)}/password-reset?token=${token}`;
    const { name, phone, email: help } = services.brand;
    await services.mail.send({
      to: account.email,
      key: `reset:${hashOf(token).toString("hex")}`,
      subject: say(locale, "mail.reset.subject", { brand: name }),
      text: [
        say(locale, "mail.reset.intro"),
        link,
        say(locale, "mail.help", { phone, email: help }),
        `${say(locale, "mail.closing")}\n${name}`,
      ].join("\n\n"),
    });
  };
}

/** Sets the new password with the mailed link: once, within its hour; every login ends. */
export function confirmPasswordReset(services: Services): Handler<"passwordResetConfirm"> {
  return async ({ body, locale }) => {
    const mistake = body.password === "" ? ("missing" as const) : newPasswordMistake(body.password, services.brand);
    if (mistake) return fail({ kind: "invalid", fields: { password: mistake } });
    const passwordHash = await hashPassword(body.password);
    const done = await services.db.transaction().execute(async (tx) => {
      const link = await tx
        .updateTable("password_resets")
        .set({ used_at: services.now() })
        .where("token_hash", "=", hashOf(body.token))
        .where("used_at", "is", null)
        .where("expires_at", ">", services.now())
        .returning("account_id")
        .executeTakeFirst();
      if (!link) return false;
      await tx.updateTable("accounts").set({ password_hash: passwordHash }).where("id", "=", link.account_id).execute();
      await endTokensOf(tx, link.account_id);
      return true;
    });
    return done
      ? ok({ message: say(locale, "account.resetDone") })
      : fail({ kind: "badRequest", text: "account.resetDead" });
  };
}
