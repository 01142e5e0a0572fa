import { fail, ok, type Result } from "#server/api/result.ts";
import { accountByEmail } from "#server/sale/identity/accounts.ts";
import { type OpenCheckout, factsOf } from "./checkout.ts";
import { unknownCheckout, toFurthestStep } from "./refusals.ts";
import type { Database } from "#server/platform/database/database.ts";
import { createCheckoutStore, type Caller, type CallersCheckout } from "./store.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import type { CheckoutChange } from "./queries.ts";
import { isAllowed, type Step } from "#core/steps/steps.ts";

/**
 * A checkout that the caller may use. `token` is set if it proves the caller's identity, which showing personal data
 * requires.
 */
export type Access = {
  readonly checkout: OpenCheckout;
  readonly token: string | null;
  /** The account of a valid token. Before step 4 it can differ from the checkout's customer. */
  readonly tokenAccount: CallersCheckout["tokenAccount"];
};

export type OrderedCheckout = OpenCheckout & { readonly order: NonNullable<OpenCheckout["order"]> };

/** Why a checkout cannot be opened: it is unknown, or another step comes first. */
export type AccessFailure = "checkoutUnknown" | "stepRefused";

export const LOGIN_AGAIN = fail("stepRefused", { page: "3" });

/** Opens checkouts and checks who may use them. There is no other way to a checkout. */
export type Checkouts = ReturnType<typeof createCheckouts>;

export function createCheckouts(needs: Parameters<typeof createCheckoutStore>[0]) {
  const store = createCheckoutStore(needs);

  /** Binds a checkout to a customer and returns it; null if another request bound it to a different customer. */
  async function bindTo(
    checkout: OpenCheckout,
    account: NonNullable<OpenCheckout["account"]>,
  ): Promise<OpenCheckout | null> {
    const { accountId: _id, ...change } = customerOf(checkout, account.id);
    if (await store.change(checkout, { ...change, accountId: account.id }))
      return { ...checkout, ...change, account, revision: checkout.revision + 1 };
    const changed = await store.load(checkout.id);
    return changed?.account?.id === account.id ? changed : null;
  }

  /**
   * Opens a checkout for step 4 and later steps (decisions 4). A valid token binds a checkout that has no customer yet.
   * A customer who logged in needs the token. A customer who registered in this checkout only needs the checkout id
   * until the customer is created. With `repeatsAnswer`, the id suffices for five more minutes, because the response
   * with the first token can have been lost.
   */
  async function openForCustomer(
    caller: Caller,
    options: { repeatsAnswer?: true } = {},
  ): Promise<Result<Access, AccessFailure>> {
    const found = await store.loadForCaller(caller);
    if (!found) return unknownCheckout();
    const { checkout, tokenAccount } = found;
    if (checkout.order) return ok({ checkout, token: null, tokenAccount });
    if (caller.token === null) {
      if (checkout.account && !(options.repeatsAnswer && checkout.firstAnswerRepeats)) return LOGIN_AGAIN;
      return ok({ checkout, token: null, tokenAccount });
    }
    if (tokenAccount === null) return LOGIN_AGAIN;
    if (checkout.account?.id === tokenAccount.id) return ok({ checkout, token: caller.token, tokenAccount });
    if (checkout.account || checkout.registeredEmail) return LOGIN_AGAIN;
    const bound = await bindTo(checkout, tokenAccount);
    return bound ? ok({ checkout: bound, token: caller.token, tokenAccount }) : LOGIN_AGAIN;
  }

  /**
   * Opens a checkout for the steps before 4. This needs no token, but if one is sent, it must be valid (wire, Common).
   */
  async function openForAnyone(caller: Caller): Promise<Result<Access, AccessFailure>> {
    const found = await store.loadForCaller(caller);
    if (!found) return unknownCheckout();
    if (caller.token !== null && found.tokenAccount === null && !found.checkout.order) return LOGIN_AGAIN;
    return ok({ ...found, token: null });
  }

  /** Opens a checkout for its customer, if the step is allowed; otherwise fails with the furthest step that is. */
  async function openForStep(caller: Caller, step: Step): Promise<Result<OpenCheckout, AccessFailure>> {
    const access = await openForCustomer(caller);
    if (!access.ok) return access;
    const { checkout } = access.value;
    const facts = factsOf(checkout, needs.now());
    return isAllowed(step, facts) ? ok(checkout) : toFurthestStep(facts);
  }

  /**
   * Opens a checkout with an order for the order's owner, who needs the checkout id and a token. Fails with 404 if
   * there is no order, and with 401 without the owner's token.
   */
  async function openForOwner(
    caller: Caller,
  ): Promise<Result<OrderedCheckout, "checkoutUnknown" | "notFound" | "loginNeeded">> {
    const found = await store.loadForCaller(caller);
    if (!found) return unknownCheckout();
    const { order } = found.checkout;
    if (!order) return fail("notFound");
    if (!isOwner(found)) return fail("loginNeeded");
    return ok({ ...found.checkout, order });
  }

  return { ...store, openForCustomer, openForAnyone, openForStep, openForOwner };
}

/**
 * A shopper who can continue to step 4 without a new login. `name` (first and last name) is only set for the customer's
 * token.
 */
export type KnownHere = { readonly email: string; readonly name?: string };

/**
 * Returns the shopper who can continue to step 4 without a new login, by the rules of `openForCustomer`: the customer
 * of the token, or the person who registered in this checkout; null if neither exists. Does not bind the checkout.
 */
export async function knownHere(
  services: { readonly db: Database },
  { checkout, tokenAccount }: Access,
  token: string | null,
): Promise<KnownHere | null> {
  if (token === null) {
    const email = await emailRegisteredHere(services, checkout);
    return email === null ? null : { email: readableEmail(email) };
  }
  const isFree = checkout.account === null && checkout.registeredEmail === null;
  if (!tokenAccount || !(isFree || checkout.account?.id === tokenAccount.id)) return null;
  const { email, profile } = tokenAccount;
  const name = `${profile.person?.firstName ?? ""} ${profile.person?.lastName ?? ""}`.trim();
  return { email: readableEmail(email), ...(name && { name }) };
}

/**
 * Returns the e-mail address registered in this checkout. Null once an account has that address, from this or another
 * checkout, because then a login is required.
 */
async function emailRegisteredHere(
  { db }: { readonly db: Database },
  { account, registeredEmail }: OpenCheckout,
): Promise<string | null> {
  if (account || registeredEmail === null) return null;
  return (await accountByEmail(db, registeredEmail)) ? null : registeredEmail;
}

/** Returns whether the caller's token belongs to the customer of this checkout and its order. */
export function isOwner({ checkout, tokenAccount }: CallersCheckout): boolean {
  return tokenAccount !== null && checkout.account?.id === tokenAccount.id;
}

/**
 * Returns the change that binds a checkout to this customer. If it contains another person's data, that is removed
 * (decisions 4).
 */
export function customerOf(checkout: OpenCheckout, accountId: string): CheckoutChange {
  if (checkout.account?.id === accountId) return { registeredEmail: null, registeredHash: null };
  return { ...WITHOUT_PERSON, accountId };
}

/**
 * The change when another person registers or logs in: it removes the earlier person's data, which takes the checkout
 * back to step 4.
 */
export const WITHOUT_PERSON = {
  registeredEmail: null,
  registeredHash: null,
  accountId: null,
  form: null,
  formStage: null,
  documentId: null,
  customerCreated: null,
  solvency: null,
  filledIn: null,
} as const satisfies CheckoutChange;
