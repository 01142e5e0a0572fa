import { isEmail } from "#core/customer-form.ts";
import type { Brand } from "#server/brand/brand.ts";
import { updateCheckout } from "#server/checkout/store.ts";
import { unknownCheckout } from "#server/checkout/refusals.ts";
import type { Handler } from "#server/http/call.ts";
import { fail, ok, type FieldMistakes, type Result } from "#server/http/result.ts";
import type { AnswerOf } from "#contract/endpoints.ts";
import type { Services } from "#server/services.ts";
import { isEmailTaken, normaliseEmail } from "./accounts.ts";
import { withinLimits } from "./limits.ts";
import { WITHOUT_PERSON } from "./log-in.ts";
import { newPasswordMistake } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";

/** Binds an e-mail and a password to this checkout; the account itself is made by create-customer (decisions 4). */
export function register(services: Services): Handler<"newCustomer"> {
  return async ({ body, checkoutId, ip }) => {
    const email = normaliseEmail(body.username);
    const mistakes = registrationMistakes(email, body.password, services.brand);
    if (Object.keys(mistakes).length > 0) return fail({ kind: "invalid", fields: mistakes });
    const limit = services.config.limits.registrationsPerAddress;
    const allowed = await withinLimits(services.db, [{ key: `register:address:${ip}`, limit }], services.now());
    if (!allowed.ok) return allowed;
    if (await isEmailTaken(services.db, services.customers, email))
      return fail({ kind: "badRequest", text: "account.taken" });
    const registeredHash = await hashPassword(body.password);
    return updateCheckout<Result<AnswerOf<"newCustomer">>>(services.db, services.catalogues, checkoutId, (checkout) => {
      if (!checkout) return Promise.resolve({ answer: unknownCheckout() });
      if (checkout.order) return Promise.resolve({ answer: fail({ kind: "page", page: "7" }) });
      const samePerson = checkout.registeredEmail === email;
      const change = { ...(samePerson ? {} : WITHOUT_PERSON), registeredEmail: email, registeredHash };
      return Promise.resolve({ answer: ok({ body: { user: { username: email } } }), change });
    });
  };
}

function registrationMistakes(email: string, password: string, brand: Brand): FieldMistakes {
  const passwordProblem = password === "" ? ("missing" as const) : newPasswordMistake(password, brand);
  return {
    ...(email === "" ? { username: "missing" } : isEmail(email) ? {} : { username: "email" }),
    ...(passwordProblem ? { password: passwordProblem } : {}),
  };
}
