import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { countedUnlessFailed, type Limits } from "#server/api/limits.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { phoneMistake } from "#core/phone-numbers/phone-mistake.ts";
import { isSwissMobile, normalisePhone } from "#core/phone-numbers/phone.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { Config } from "#server/config/config.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import { countAttempt, uncountAttempt, dropCode, storeCode, useCode } from "#server/sale/identity/sms-codes.ts";
import type { SmsPort } from "#server/platform/mail-and-sms.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import type { KnownBrowsers } from "#server/authentication/known-browser.ts";
import type { LogInByNumber } from "./number-login.ts";

/**
 * How long a code is valid, in ms, and how many attempts it allows. A code works once (domain facts, Sending text
 * messages).
 */
export const CODE_LIFE_MS = 5 * 60_000;
const ATTEMPTS = 5;

/** The client shows this failure's message under the phone number. */
const NOT_SENT = fail("smsNotSent");

const hashOf = (code: string, salt: Buffer) => createHmac("sha256", salt).update(code).digest();

/** Sends a login code to an existing customer with a Swiss mobile number, within the rate limits. */
export function sendSms(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly knownBrowsers: KnownBrowsers;
  readonly limits: Limits<"codesPerAddress" | "codesPerNumber" | "codesInAll">;
  readonly customers: CustomerBase;
  readonly sms: SmsPort | null;
  readonly brand: Pick<Brand, "name">;
  readonly config: Pick<Config, "publicUrl">;
}): Handler<"sendSms"> {
  return async (call) => {
    const { body, locale, ip } = call;
    const mistake = phoneMistake(body.phone);
    if (mistake)
      return fail("invalidFields", { fields: { phone: mistake === "missing" ? "missing" : `phone.${mistake}` } });
    const msisdn = normalisePhone(body.phone);
    const allowed = await services.limits.take(
      { codesPerAddress: ip, codesPerNumber: services.knownBrowsers.countedFor(call, msisdn) },
      ip,
    );
    if (!allowed.ok) return allowed;
    const customer = isSwissMobile(msisdn) ? await services.customers.findByMsisdn(msisdn) : null;
    if (!customer) return fail("smsUnknown");
    const { sms } = services;
    if (!sms) return NOT_SENT;
    // Checked last, so that only text messages that are really sent count, because they cost money.
    const paid = await services.limits.take({ codesInAll: "" }, ip);
    if (!paid.ok) return paid;
    const code = String(randomInt(0, 1_000_000)).padStart(6, "0");
    const salt = randomBytes(16);
    const handle = randomBytes(18).toString("base64url");
    const expires_at = new Date(services.now().getTime() + CODE_LIFE_MS);
    await storeCode(services.db, { handle, msisdn, salt, code_hash: hashOf(code, salt), expires_at });
    // The last line lets browsers fill in the code, on this host only.
    const host = new URL(services.config.publicUrl).hostname;
    const text = `${serverText(locale, "sms.code", { code, brand: services.brand.name })}\n\n@${host} #${code}`;
    const outcome = await sms.send({ to: msisdn, text, validMs: CODE_LIFE_MS });
    if (outcome !== "sent") {
      // A code that was never sent must not count as unused, because many unused codes indicate SMS pumping.
      await dropCode(services.db, handle);
      if (outcome === "later") throw new Unavailable("no text can be sent now");
      return NOT_SENT;
    }
    return ok({ code: "SEND_SMS_TO_USER_SUCCESS", body: { user: { userId: handle, phoneNumber: msisdn } } });
  };
}

/** Logs in with a code. Every attempt counts, right or wrong. */
export function smsLogin(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly logInByNumber: LogInByNumber;
  readonly limits: Limits<"codeTriesPerAddress">;
  readonly security: SecurityLog;
  readonly customers: Pick<CustomerBase, "findByMsisdn">;
}): Handler<"smsLogin"> {
  return async (call) => {
    const { body, ip } = call;
    if (body.code.trim() === "") return fail("invalidFields", { fields: { code: "missing" } });
    const allowed = await services.limits.take({ codeTriesPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    const wrong = (account: string | null) => {
      services.security.record("login.failed", { account, address: ip, by: "sms" });
      return fail("smsCodeWrong");
    };
    return countedUnlessFailed(allowed, async () => {
      const row = await countAttempt(services.db, body.id, { maxAttempts: ATTEMPTS, now: services.now() });
      if (!row || !timingSafeEqual(hashOf(body.code.replace(/\s/g, ""), row.salt), row.code_hash)) return wrong(null);
      // Looked up before the code is used up, because this fails if the customer base is unavailable.
      const customer = await services.customers.findByMsisdn(row.msisdn).catch(async (error: unknown) => {
        await uncountAttempt(services.db, body.id);
        throw error;
      });
      if (!customer) return wrong(null);
      if (!(await useCode(services.db, body.id, services.now()))) return wrong(customer.email);
      const login = await services.logInByNumber(call, { by: "sms", msisdn: row.msisdn, customer });
      if (!login.ok) return login;
      return login.value === null ? wrong(customer.email) : ok({ body: { token: login.value } });
    });
  };
}
