import { call } from "#web/api/call.ts";
import { MailedLink } from "#web/checkout/links/MailedLink.tsx";
import { visitOrder } from "#web/session/checkout-session.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";

/** Opens an order's thank-you page in this tab from an emailed link. A checkout in another tab is not affected. */
export default function OpenOrder() {
  return <MailedLink open={open} />;
}

async function open(secret: string) {
  const result = await call("orderLink", { body: { secret }, anonymous: true, withoutCheckout: true });
  if (!result.ok) return result;
  visitOrder(result.value.checkoutId);
  return { ok: true, value: "7" } as const;
}

/** The props of the order's page in every state. `order` is null if it could not be loaded. */
export type OrderPage = {
  readonly order: AnswerOf<"order"> | null;
  /** Reloads the order. */
  readonly onChanged: () => void;
};
