import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import type { Config } from "#server/config/config.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { CustomerBase } from "#server/sale/identity/customer-base.ts";
import { accountByEmail, accountOfBaseCustomer, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { withinLimits } from "#server/platform/http/limits.ts";
import { logIn } from "./log-in.ts";
import { passwordMatches, spendPasswordTime } from "#server/sale/identity/passwords.ts";
import type { Account } from "#server/sale/identity/account.ts";

type Needs = CheckoutNeeds & {
  readonly customers: CustomerBase;
  readonly config: { readonly limits: Pick<Config["limits"], "passwordsPerAccount" | "passwordsPerAddress"> };
};

/**
 * POST /password-login: one failure for every wrong login, so that it does not reveal whether the account exists
 * (specification 8).
 */
export function passwordLogin(services: Needs): Handler<"passwordLogin"> {
  return async ({ body, checkoutId, ip }) => {
    const email = normaliseEmail(body.username);
    if (email === "" || body.password === "") {
      return fail("invalidFields", {
        fields: {
          ...(email === "" ? { username: "missing" } : {}),
          ...(body.password === "" ? { password: "missing" } : {}),
        },
      });
    }
    const { passwordsPerAccount, passwordsPerAddress } = services.config.limits;
    const allowed = await withinLimits(
      services.db,
      [
        { key: `password:address:${ip}`, limit: passwordsPerAddress },
        { key: `password:account:${email}`, limit: passwordsPerAccount },
      ],
      services.now(),
    );
    if (!allowed.ok) return allowed;
    const account = await accountWithPassword(services, email, body.password);
    if (!account) return fail("passwordWrong");
    return ok({ body: { token: await logIn(services, account, checkoutId) } });
  };
}

/** Checks the password stored here. Without one, asks the customer base. */
async function accountWithPassword(services: Needs, email: string, password: string): Promise<Account | null> {
  const account = await accountByEmail(services.db, email);
  if (account?.passwordHash) {
    if (!(await passwordMatches(account.passwordHash, password))) return null;
    const customer = account.customerBaseId ? await services.customers.findByEmail(email) : null;
    return customer ? accountOfBaseCustomer(services.db, customer) : account;
  }
  const customer = await services.customers.checkPassword(email, password);
  if (customer) return accountOfBaseCustomer(services.db, customer);
  await spendPasswordTime(password);
  return null;
}
