import type { Quote } from "#core/pricing.ts";
import { stockArticle } from "#core/record.ts";
import { furthestStep, mayOrder, type Step } from "#core/steps.ts";
import { takePiece } from "#server/shop/catalogue/stock.ts";
import { factsOf, fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { loadCheckout, type CheckoutNeeds } from "#server/sale/checkout/store.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { ShownQuote } from "#server/platform/database/tables.ts";
import { requestRefund } from "#server/sale/ledger/ledger.ts";
import { insertOrder, type MadeOrder } from "./insert-order.ts";
import { isPriceAgreed, type SeenTotals } from "#server/sale/checkout/refusals.ts";

/** What creating an order needs. */
export type OrderNeeds = CheckoutNeeds & { readonly brand: Pick<Brand, "name"> };

export type Finalised =
  | { readonly kind: "ordered"; readonly order: MadeOrder }
  | { readonly kind: "notAllowed"; readonly page: Step | null }
  | { readonly kind: "priceChanged"; readonly checkout: OpenCheckout & { readonly quote: Quote } }
  | { readonly kind: "noStock" }
  | { readonly kind: "unknown" };

/**
 * The only function that creates orders: in the caller's transaction, under the checkout's row lock, unique by checkout id. The
 * shopper's click, the return page, the webhook and the settle-payments job all call it; later calls find the order. Stock,
 * order, hand-over event and the jobs for mail and hand-over are written together. A paid payment that cannot become this
 * order is refunded.
 */
export async function finalise(
  tx: Handle,
  services: OrderNeeds,
  checkoutId: string,
  seen?: SeenTotals,
): Promise<Finalised> {
  const checkout = await loadCheckout(tx, services, checkoutId, { lock: true });
  if (!checkout) return { kind: "unknown" };
  const paid = checkout.payments.filter((payment) => payment.state === "paid");
  const payment = checkout.customerCreated && paid.find((each) => each.fingerprint === fingerprintOf(checkout));
  const made = checkout.order
    ? { kind: "ordered" as const, order: checkout.order }
    : await makeFrom(tx, services, checkout, payment ?? null, seen);
  const spent = made.kind === "ordered" && !checkout.order ? payment?.id : undefined;
  for (const each of paid) if (each.id !== spent) await requestRefund(tx, each.id, services.now());
  return made;
}

type Payment = OpenCheckout["payments"][number];

async function makeFrom(
  tx: Handle,
  services: OrderNeeds,
  checkout: OpenCheckout,
  payment: Payment | null,
  seen: SeenTotals,
): Promise<Finalised> {
  const toOrder = payment ? await paidQuote(tx, payment.id) : currentQuote(services, checkout, seen);
  if ("kind" in toOrder) return toOrder;
  const article = checkout.record.mobile;
  if (article && !(await takePiece(tx, article, checkout.id, services.now()))) return { kind: "noStock" };
  return { kind: "ordered", order: await insertOrder(tx, services, checkout, toOrder, payment?.id ?? null) };
}

/** The paid quote is what is ordered, even if the catalogue has changed since (decisions 4). */
async function paidQuote(tx: Handle, paymentId: string): Promise<ShownQuote> {
  const row = await tx.selectFrom("payments").select("shown").where("id", "=", paymentId).executeTakeFirstOrThrow();
  return row.shown;
}

/** Without a payment the current price counts, but only if it equals the quote that the shopper saw. */
function currentQuote(services: OrderNeeds, checkout: OpenCheckout, seen: SeenTotals): ShownQuote | Finalised {
  const { checked, quote, catalogueVersion, shown } = checkout;
  // Stock is not checked here, because taking the piece decides and has its own failure.
  const facts = factsOf({ ...checkout, available: null }, services.now());
  if (!checked || !quote || !mayOrder(facts)) return { kind: "notAllowed", page: furthestStep(facts) };
  if (!isPriceAgreed(checkout, seen)) {
    return { kind: "priceChanged", checkout: { ...checkout, quote } };
  }
  if (stockArticle(checked) !== (checkout.record.mobile ?? null))
    throw new Error("The record and the checked record have different devices");
  return { quote: shown.quote, catalogueVersion };
}
