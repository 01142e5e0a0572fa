import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useHasPermit } from "./me.ts";

/** The state of an entry in the browser's history: when the search was opened, in ms since 1970. */
type SearchState = { readonly searchAt: number };

/** Makes Ctrl+K (Cmd+K) open the search for orders from any page. */
export function useSearchKey(): void {
  const seesOrders = useHasPermit("seeOrders");
  const [location, navigate] = useLocation();
  useEffect(() => {
    if (!seesOrders) return;
    const openSearch = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const state: SearchState = { searchAt: Date.now() };
      const isThere = location.startsWith("/orders");
      navigate(isThere ? location + window.location.search : "/orders", { state, replace: isThere });
    };
    document.addEventListener("keydown", openSearch);
    return () => document.removeEventListener("keydown", openSearch);
  }, [seesOrders, location, navigate]);
}

/**
 * Returns when the shortcut last opened the search, in ms since 1970, so that the value differs each time. Null if the
 * shortcut was not used.
 */
export function useSearchAsked(): number | null {
  return useHistoryState<Partial<SearchState> | null>()?.searchAt ?? null;
}

/** Returns the value once it has not changed for the given number of ms. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
