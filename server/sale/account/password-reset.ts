import { createHash, randomBytes } from "node:crypto";
import { localePrefix } from "#core/locale.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { CustomerBase } from "#server/sale/identity/customer-base.ts";
import type { MailPort } from "#server/platform/messages/ports.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { accountByEmail, accountOfBaseCustomer, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { withinLimits } from "#server/platform/http/limits.ts";
import { hashPassword } from "#server/sale/identity/passwords.ts";
import { endTokensOf } from "#server/sale/identity/tokens.ts";
import { newPasswordMistake } from "./new-password.ts";

const LINK_LIFE_MS = 3600_000;
const hashOf = (token: string) => createHash("sha256").update(token).digest();

type Needs = { readonly db: Database; readonly now: Clock };
type RequestNeeds = Needs & {
  readonly config: { readonly limits: Pick<Config["limits"], "resetsPerAddress"> };
};
type MailNeeds = Needs & {
  readonly customers: Pick<CustomerBase, "findByEmail">;
  readonly mail: MailPort;
  readonly brand: Pick<Brand, "name" | "phone" | "email">;
  readonly config: Pick<Config, "publicUrl">;
};

/** The answer is the same whether the account exists or not. A job sends the mail, so the time does not differ either. */
export function requestPasswordReset(services: RequestNeeds): Handler<"passwordReset"> {
  return async ({ body, locale, ip }) => {
    const email = normaliseEmail(body.username);
    if (email === "") return fail("invalidFields", { fields: { username: "missing" } });
    const limit = services.config.limits.resetsPerAddress;
    const allowed = await withinLimits(services.db, [{ key: `reset:address:${ip}`, limit }], services.now());
    if (!allowed.ok) return allowed;
    await addJobs(services.db, [{ name: "mail-password-reset", payload: { email, locale } }]);
    return ok({ message: serverText(locale, "account.resetSent") });
  };
}

/** Creates the link and mails it, if the account exists. Only a hash of the link's token is stored. */
export function mailPasswordReset(services: MailNeeds): Task<"mail-password-reset"> {
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
      subject: serverText(locale, "mail.reset.subject", { brand: name }),
      text: [
        serverText(locale, "mail.reset.intro"),
        link,
        serverText(locale, "mail.help", { phone, email: help }),
        `${serverText(locale, "mail.closing")}\n${name}`,
      ].join("\n\n"),
    });
  };
}

/** Sets the new password with the mailed link, once within one hour. Ends every login of the account. */
export function confirmPasswordReset(
  services: Needs & { readonly brand: Pick<Brand, "name"> },
): Handler<"passwordResetConfirm"> {
  return async ({ body, locale }) => {
    const mistake = body.password === "" ? ("missing" as const) : newPasswordMistake(body.password, services.brand);
    if (mistake) return fail("invalidFields", { fields: { password: mistake } });
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
    return done ? ok({ message: serverText(locale, "account.resetDone") }) : fail("resetLinkDead");
  };
}
