import { createHash, randomUUID, type KeyObject } from "node:crypto";
import { localePrefix } from "#core/text/locale.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Config } from "#server/config/config.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import type { MailPort } from "#server/platform/mail-and-sms.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { secretOfMail } from "#server/platform/encryption/link-secret.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import {
  accountOfResetLink,
  lockAccount,
  setPassword,
  accountByBaseId,
  accountByEmail,
  isTooLongForEmail,
  normaliseEmail,
  type Account,
} from "#server/sale/identity/accounts.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import { endLinksOf, hasLaterLink, storeLink, useLink } from "#server/sale/identity/reset-links.ts";
import { endTokensOf } from "#server/sale/identity/tokens.ts";
import { newPasswordMistake } from "#server/authentication/new-password.ts";
import type { KnownBrowsers } from "#server/authentication/known-browser.ts";
import { linkBaseCustomer } from "./link-base-customer.ts";

const LINK_LIFE_MS = 3600_000;
const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * Requests a password-reset e-mail. The response is the same whether or not the account exists or has reached its
 * hourly limit of e-mails. Its timing does not differ either, because a job sends the e-mail.
 */
export function requestPasswordReset(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly limits: Limits<"resetsPerAddress" | "resetsPerAccount">;
  readonly security: SecurityLog;
}): Handler<"passwordReset"> {
  return async ({ body, locale, ip }) => {
    const email = normaliseEmail(body.username);
    if (email === "") return fail("invalidFields", { fields: { username: "missing" } });
    if (!email.includes("@") || isTooLongForEmail(email))
      return fail("invalidFields", { fields: { username: "email" } });
    const allowed = await services.limits.take({ resetsPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    const mailed = await services.limits.take({ resetsPerAccount: email }, ip);
    services.security.record("password.resetRequested", { account: email, address: ip });
    const [id, requestedAt] = [randomUUID(), services.now().toISOString()];
    if (mailed.ok)
      await addJobs(services.db, [{ name: "mail-password-reset", payload: { email, locale, id, requestedAt } }]);
    return ok({ message: serverText(locale, "account.resetSent") });
  };
}

/**
 * Creates the link and sends it by e-mail, if the account exists. Earlier links of the account end. Only a hash of the
 * link's token is stored. The token is in the URL's fragment, which browsers do not send, so that no log, proxy or
 * referrer contains it. A repeated job sends the same link. It sends none if the link was used or the password changed,
 * or if a later request's link has been sent.
 */
export function mailPasswordReset(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly customers: Pick<CustomerBase, "findByEmail">;
  readonly mail: MailPort;
  readonly brand: Pick<Brand, "name" | "phone" | "email">;
  readonly config: Pick<Config, "publicUrl">;
  /** The key of the links in e-mails. */
  readonly linkKey: KeyObject;
}): Task<"mail-password-reset"> {
  // A job that a version before 1.1 queued has no id and time: each of its attempts is a request of its own.
  return async ({ email, locale, id = randomUUID(), requestedAt }) => {
    const account = await accountToReset(services, email);
    if (!account) return;
    const token = secretOfMail(services.linkKey, `reset:${id}`, 32);
    const [now, since] = [services.now(), requestedAt === undefined ? services.now() : new Date(requestedAt)];
    const isValid = await services.db
      .transaction()
      .execute((tx) => replaceLinks(tx, { accountId: account.id, token, requestedAt: since, now }));
    if (!isValid) return;
    const link = `${services.config.publicUrl}${localePrefix(locale)}/password-reset#token=${token}`;
    const { name, phone, email: help } = services.brand;
    await services.mail.send({
      to: email,
      locale,
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

/**
 * Stores a link as the only one of its account. The lock prevents two simultaneous jobs from leaving a valid link each.
 * Returns false, and changes nothing, if another link was stored or used after this one was requested, or if this one
 * has ended.
 */
async function replaceLinks(
  tx: Handle,
  of: { readonly accountId: string; readonly token: string; readonly requestedAt: Date; readonly now: Date },
): Promise<boolean> {
  await lockAccount(tx, of.accountId);
  const token_hash = hashOf(of.token);
  const expiryOf = (at: Date) => new Date(at.getTime() + LINK_LIFE_MS);
  const { requestedAt } = of;
  const asked = { besides: token_hash, expiringAfter: expiryOf(requestedAt), requestedAt };
  if (await hasLaterLink(tx, of.accountId, asked)) return false;
  return storeLink(tx, { token_hash, account_id: of.accountId, expires_at: expiryOf(of.now) });
}

/**
 * Returns the account that the link is for. For customers of the base, only the base decides who owns an e-mail
 * address: an account that had the address earlier belongs to another person. A customer of the base without an account
 * gets one, without a password.
 */
async function accountToReset(
  { db, now, customers }: { db: Database; now: Clock; customers: Pick<CustomerBase, "findByEmail"> },
  email: string,
): Promise<Account | null> {
  const customer = await customers.findByEmail(email);
  const known = await accountByEmail(db, email);
  const registered = known?.customerBaseId === null ? known : null;
  if (!customer) return registered;
  const own = (await accountByBaseId(db, customer.userId)) ?? registered;
  return own ?? db.transaction().execute((tx) => linkBaseCustomer(tx, customer, now()));
}

/**
 * Sets the new password with the emailed link, once within an hour. The page first sends an empty password to check
 * whether the link is still valid.
 *
 * Ends every login, link and passkey of the account, because whoever registered the e-mail address may not own it. The
 * link proves ownership, so if a customer of the base has that address, the account is linked to them. The browser
 * becomes known for the account, so that its owner can log in even while strangers guess passwords.
 */
export function confirmPasswordReset(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly customers: Pick<CustomerBase, "findByEmail">;
  readonly knownBrowsers: KnownBrowsers;
  readonly security: SecurityLog;
  readonly brand: Pick<Brand, "name">;
}): Handler<"passwordResetConfirm"> {
  return async (call) => {
    const { body, locale } = call;
    const link = await accountOfResetLink(services.db, hashOf(body.token), services.now());
    const { password } = body;
    if (!link && password === "") return fail("resetLinkDead");
    const mistake = password === "" ? "missing" : newPasswordMistake(password, link?.email ?? "", services.brand);
    if (mistake) return fail("invalidFields", { fields: { password: mistake } });
    if (!link) return fail("resetLinkDead");
    const customer = link.customer_base_id === null ? await services.customers.findByEmail(link.email) : null;
    const passwordHash = await hashPassword(body.password);
    const done = await services.db.transaction().execute(async (tx) => {
      if (!(await useLink(tx, hashOf(body.token), services.now()))) return false;
      const accountId = customer ? (await linkBaseCustomer(tx, customer, services.now())).id : link.account_id;
      await setPassword(tx, accountId, passwordHash);
      await endTokensOf(tx, accountId);
      await endLinksOf(tx, accountId, services.now());
      await accountPasskeys.removeAll(tx, accountId);
      return true;
    });
    if (!done) return fail("resetLinkDead");
    services.security.record("password.reset", { account: link.email, address: call.ip });
    services.knownBrowsers.remember(call, link.email);
    return ok({ message: serverText(locale, "account.resetDone") });
  };
}
