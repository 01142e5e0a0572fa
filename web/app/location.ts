import { useSyncExternalStore } from "react";
import { localePrefix, splitLocale } from "#core/text/locale.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

const pathHere = () => splitLocale(location.pathname).rest;

/** Returns the path of the page in the URL, without locale prefix and trailing slash, and renders again on a change. */
export const usePath = (): string => useSyncExternalStore(subscribe, pathHere).replace(/(.)\/$/, "$1");

type Entry = {
  /** Replaces the current history entry instead of adding one. */
  readonly replace?: boolean;
  /** The state of the history entry; it survives a reload. */
  readonly state?: Readonly<Record<string, unknown>>;
};

/** Shows another page of this document, in the same language. `path` has no locale prefix. */
export function goTo(path: string, { replace = false, state }: Entry = {}): void {
  const url = localePrefix(splitLocale(location.pathname).locale) + path;
  history[replace ? "replaceState" : "pushState"](state ?? null, "", url);
  for (const listener of listeners) listener();
}

/** Leaves the document for an address. A frame prevents it, because it cannot show other pages (`web/embedded`). */
export function leaveFor(url: string): void {
  if (dispatchEvent(new CustomEvent("leave", { cancelable: true, detail: url }))) location.assign(url);
}
