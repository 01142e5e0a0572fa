import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useMay } from "./me.ts";

/** The state of an entry in the browser's history: when the search was opened, in ms. */
type Asked = { readonly searchAt: number };

/** Ctrl+K (Cmd+K) opens the search for orders from any page. */
export function useSearchKey(): void {
  const seesOrders = useMay("seeOrders");
  const [location, navigate] = useLocation();
  useEffect(() => {
    if (!seesOrders) return;
    const lead = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      const state: Asked = { searchAt: Date.now() };
      const isThere = location.startsWith("/orders");
      navigate(isThere ? location + window.location.search : "/orders", { state, replace: isThere });
    };
    document.addEventListener("keydown", lead);
    return () => document.removeEventListener("keydown", lead);
  }, [seesOrders, location, navigate]);
}

/** When the search was opened by the shortcut, in ms, which differs each time; null if it was not. */
export function useSearchAsked(): number | null {
  return useHistoryState<Partial<Asked> | null>()?.searchAt ?? null;
}

/** The value, once it has not changed for so long, in ms. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
