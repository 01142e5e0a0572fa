/** Keys in the browser's storage (decisions 3), and what a login's end needs: since when, last used, where it ended. */
export type StorageKey =
  | "token"
  | "token-since"
  | "token-used"
  | "return-to"
  | "page-step"
  | "checkout-id"
  | "locale"
  | "sidebarExtended"
  | "licenseStatus"
  | "terms"
  | `draft.${string}`;

const PREFIX = "kasse.";
const named = (key: StorageKey) => `${PREFIX}${key}`;

/** A storage may be full, or forbidden by the browser's settings; the checkout then works without it. */
function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Kept for this browser. */
export const kept = {
  read: (key: StorageKey): string | null => quietly(() => localStorage.getItem(named(key))),
  write: (key: StorageKey, value: string): void => void quietly(() => localStorage.setItem(named(key), value)),
  remove: (key: StorageKey): void => void quietly(() => localStorage.removeItem(named(key))),
};

/** Kept for this tab, so that two tabs with two products do not fight; a new tab finds what the last one wrote. */
export const keptInTab = {
  read: (key: StorageKey): string | null => quietly(() => sessionStorage.getItem(named(key))) ?? kept.read(key),
  write(key: StorageKey, value: string): void {
    quietly(() => sessionStorage.setItem(named(key), value));
    kept.write(key, value);
  },
  remove(key: StorageKey): void {
    const own = quietly(() => sessionStorage.getItem(named(key)));
    quietly(() => sessionStorage.removeItem(named(key)));
    if (own === null || kept.read(key) === own) kept.remove(key);
  },
};

/** Names of all drafts that lie here, without prefix. */
export function draftKeys(): `draft.${string}`[] {
  const names = quietly(() => Object.keys(localStorage)) ?? [];
  return names
    .filter((name) => name.startsWith(`${PREFIX}draft.`))
    .map((name) => name.slice(PREFIX.length) as `draft.${string}`);
}
