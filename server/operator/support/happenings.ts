import type { FailureName } from "#contract/failures.ts";
import type { EndpointName } from "#contract/paths.ts";
import type { Rappen } from "#core/money.ts";
import type { OrderState } from "#core/order-states.ts";
import type { PaymentState } from "#core/payment-states.ts";
import type { Database } from "#server/platform/database/database.ts";
import { historyOf } from "#server/sale/checkout/history.ts";

/** Something that happened in a checkout. A command says it in English, the desk in the language of its reader. */
export type Happening = { readonly at: Date } & (
  | { readonly kind: "begun" }
  | {
      readonly kind: "call";
      /** A row may be of another version, whose calls and failures this one does not have. */
      readonly call: EndpointName;
      /** The rule that refused it; null if it worked. */
      readonly failure: FailureName | null;
      readonly detail: string | null;
      readonly times: number;
    }
  | { readonly kind: "payment"; readonly state: PaymentState; readonly amount: Rappen; readonly provider: string }
  | { readonly kind: "ordered"; readonly number: string; readonly status: OrderState }
);

/** What the shopper did in a checkout, each refusal, its payments and its order, oldest first. */
export async function happeningsIn(db: Database, checkoutId: string): Promise<readonly Happening[]> {
  const [checkout, calls, payments, orders] = await Promise.all([
    db.selectFrom("checkouts").select("created_at as at").where("id", "=", checkoutId).execute(),
    historyOf(db, checkoutId),
    db
      .selectFrom("payments")
      .select(["provider", "amount", "state", "created_at", "updated_at"])
      .where("checkout_id", "=", checkoutId)
      .execute(),
    db
      .selectFrom("orders")
      .select(["number", "status", "created_at as at"])
      .where("checkout_id", "=", checkoutId)
      .execute(),
  ]);
  const all: Happening[] = [
    ...checkout.map(({ at }) => ({ at, kind: "begun" as const })),
    ...calls.map((call) => ({ ...call, kind: "call" as const })),
    ...payments.flatMap(({ state, created_at, updated_at, ...payment }) => [
      { at: created_at, kind: "payment" as const, state: "open" as const, ...payment },
      ...(state === "open" ? [] : [{ at: updated_at, kind: "payment" as const, state, ...payment }]),
    ]),
    ...orders.map((order) => ({ ...order, kind: "ordered" as const })),
  ];
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
