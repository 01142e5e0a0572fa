import { fail, ok, type Result } from "#server/platform/http/result.ts";
import { customerOf } from "./bind-customer.ts";
import type { OpenCheckout } from "./checkout.ts";
import { unknownCheckout } from "./refusals.ts";
import {
  changeCheckout,
  loadCheckout,
  loadForCaller,
  type Caller,
  type CallersCheckout,
  type CheckoutNeeds,
} from "./store.ts";

/** A checkout that the caller may use, and whether a token proved who they are: personal data needs that. */
export type Access = { readonly checkout: OpenCheckout; readonly token: string | null };

/** A checkout that has its order. */
export type OrderedCheckout = OpenCheckout & { readonly order: NonNullable<OpenCheckout["order"]> };

/** Why a checkout is not opened: unknown, or another page comes first. */
export type AccessFailure = "checkoutUnknown" | "stepRefused";

const LOGIN_AGAIN = fail("stepRefused", { page: "3" });

/**
 * Opens a checkout for the steps from 4 on (decisions 4). Who logged in needs the token; who registered here goes by
 * the checkout id until the customer is created. A valid token takes a checkout that is nobody's yet.
 */
export async function openForCustomer(
  services: CheckoutNeeds,
  caller: Caller,
  options: { withoutToken?: true } = {},
): Promise<Result<Access, AccessFailure>> {
  const found = await loadForCaller(services.db, services, caller);
  if (!found) return unknownCheckout();
  const { checkout, tokenAccountId } = found;
  if (checkout.order) return ok({ checkout, token: null });
  if (caller.token === null) {
    const registeredHere = checkout.account?.email === checkout.registeredEmail;
    if (checkout.account && !(options.withoutToken && registeredHere)) return LOGIN_AGAIN;
    return ok({ checkout, token: null });
  }
  if (tokenAccountId === null) return LOGIN_AGAIN;
  if (checkout.account?.id === tokenAccountId) return ok({ checkout, token: caller.token });
  if (checkout.account || checkout.registeredEmail) return LOGIN_AGAIN;
  await changeCheckout(services.db, checkout, customerOf(checkout, tokenAccountId), services.now());
  const taken = await loadCheckout(services.db, services, checkout.id);
  return taken?.account?.id === tokenAccountId ? ok({ checkout: taken, token: caller.token }) : LOGIN_AGAIN;
}

/** Whether the caller's token is that of the customer whose checkout, and order, this is. */
export function isOwner({ checkout, tokenAccountId }: CallersCheckout): boolean {
  return tokenAccountId !== null && checkout.account?.id === tokenAccountId;
}

/**
 * Opens a checkout that has its order for the order's owner: the checkout id together with a token of the customer it was
 * made for. 404 where there is no order, 401 without that token.
 */
export async function openForOwner(
  services: CheckoutNeeds,
  caller: Caller,
): Promise<Result<OrderedCheckout, "checkoutUnknown" | "notFound" | "loginNeeded">> {
  const found = await loadForCaller(services.db, services, caller);
  if (!found) return unknownCheckout();
  const { order } = found.checkout;
  if (!order) return fail("notFound");
  if (!isOwner(found)) return fail("loginNeeded");
  return ok({ ...found.checkout, order });
}

/** Opens a checkout for the steps before 4: a token is not needed, and one that is sent must be valid (wire, Common). */
export async function openForAnyone(services: CheckoutNeeds, caller: Caller): Promise<Result<Access, AccessFailure>> {
  const found = await loadForCaller(services.db, services, caller);
  if (!found) return unknownCheckout();
  if (caller.token !== null && found.tokenAccountId === null && !found.checkout.order) return LOGIN_AGAIN;
  return ok({ checkout: found.checkout, token: null });
}
