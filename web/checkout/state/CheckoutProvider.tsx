import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from "react";
import { usePage } from "#web/app/page-context.tsx";
import { createCheckoutStore, type CheckoutState, type CheckoutStore } from "./store.ts";

const StoreContext = createContext<CheckoutStore | null>(null);

export function CheckoutProvider({ children }: { readonly children: ReactNode }) {
  const { locale } = usePage();
  const [store] = useState(() => createCheckoutStore(locale));
  return <StoreContext value={store}>{children}</StoreContext>;
}

export function useCheckoutStore(): CheckoutStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("useCheckoutStore needs a CheckoutProvider");
  return store;
}

/** The current state of the checkout; renders again on changes. */
export function useCheckout(): CheckoutState {
  const { subscribe, read } = useCheckoutStore();
  return useSyncExternalStore(subscribe, read, read);
}
