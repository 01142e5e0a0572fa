import { checkoutId } from "./checkout-session.ts";
import { tabStorage } from "./storage.ts";

/** Whether a payment of this checkout was still unconfirmed when the shopper returned from the provider. */
export function isPaymentUnconfirmed(): boolean {
  const id = checkoutId();
  return id !== null && tabStorage.read("payment-unconfirmed") === id;
}

export function storePaymentUnconfirmed(unconfirmed: boolean): void {
  const id = checkoutId();
  if (unconfirmed && id !== null) tabStorage.write("payment-unconfirmed", id);
  else tabStorage.remove("payment-unconfirmed");
}
