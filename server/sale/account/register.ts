import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { emailMistake } from "#core/person/email.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok, type FieldMistakes, type Result } from "#server/api/result.ts";
import type { AnswerOf, FailuresOf } from "#contract/shop/calls.ts";
import type { Config } from "#server/config/config.ts";
import type { Limits } from "#server/api/limits.ts";
import type { CustomerBase } from "#server/sale/identity/profile.ts";
import { isEmailTaken, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { WITHOUT_PERSON, type Checkouts } from "#server/sale/checkout/access.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { planReminder } from "./remind.ts";
import { newPasswordMistake } from "#server/authentication/new-password.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/**
 * POST /new-customer: binds an e-mail address and a password to this checkout. `/create-customer` later creates the
 * account itself (decisions 4).
 */
export function register(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly limits: Limits<"registrationsPerAddress">;
  readonly customers: CustomerBase;
  readonly brand: Pick<Brand, "name">;
  readonly config: Pick<Config, "reminderHours">;
}): Handler<"newCustomer"> {
  return async ({ body, checkoutId, ip }) => {
    const email = normaliseEmail(body.username);
    const mistakes = registrationMistakes(email, body.password, services.brand);
    if (Object.keys(mistakes).length > 0) return fail("invalidFields", { fields: mistakes });
    const allowed = await services.limits.take({ registrationsPerAddress: ip }, ip);
    if (!allowed.ok) return allowed;
    if (await isEmailTaken(services.db, services.customers, email)) return fail("emailTaken");
    const registeredHash = await hashPassword(body.password);
    const registered = await services.checkouts.update<Result<AnswerOf<"newCustomer">, FailuresOf<"newCustomer">>>(
      checkoutId,
      (checkout) => {
        if (!checkout) return { answer: unknownCheckout() };
        if (checkout.order) return { answer: fail("stepRefused", { page: "7" }) };
        const samePerson = checkout.registeredEmail === email;
        const change = { ...(samePerson ? {} : WITHOUT_PERSON), registeredEmail: email, registeredHash };
        return { answer: ok({ body: { user: { username: readableEmail(email) } } }), change };
      },
    );
    if (registered.ok && checkoutId !== null)
      await planReminder(services, services.db, checkoutId, body.remind ?? false);
    return registered;
  };
}

function registrationMistakes(email: string, password: string, brand: Pick<Brand, "name">): FieldMistakes {
  const passwordProblem = password === "" ? ("missing" as const) : newPasswordMistake(password, email, brand);
  const mistake = emailMistake(email);
  return {
    ...(mistake && { username: mistake === "empty.email" ? "missing" : mistake }),
    ...(passwordProblem ? { password: passwordProblem } : {}),
  };
}
