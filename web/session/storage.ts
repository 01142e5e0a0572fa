/** Keys in the browser's storage (decisions 3); also when the login began, when it was last used, and where it ended. */
export type StorageKey =
  | "token"
  | "token-since"
  | "token-used"
  | "return-to"
  | "account-typed"
  | "reset-token"
  | "ended"
  | "page-step"
  | "checkout-id"
  | "payment-unconfirmed"
  | "locale"
  | "sidebarExtended"
  | "licenseStatus"
  | "terms"
  | "authority-language"
  | `draft.${string}`;

const PREFIX = "kasse.";
const prefixed = (key: StorageKey) => `${PREFIX}${key}`;

/** Returns null if storage is full or disabled; the checkout works without it. */
function orNull<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Storage of this browser. */
export const browserStorage = {
  read: (key: StorageKey): string | null => orNull(() => localStorage.getItem(prefixed(key))),
  write: (key: StorageKey, value: string): void => void orNull(() => localStorage.setItem(prefixed(key), value)),
  remove: (key: StorageKey): void => void orNull(() => localStorage.removeItem(prefixed(key))),
};

/** Storage that no other tab reads. It ends with the tab. */
export const privateStorage = {
  read: (key: StorageKey): string | null => orNull(() => sessionStorage.getItem(prefixed(key))),
  write: (key: StorageKey, value: string): void => void orNull(() => sessionStorage.setItem(prefixed(key), value)),
  remove: (key: StorageKey): void => void orNull(() => sessionStorage.removeItem(prefixed(key))),
};

/** Storage of this tab, so that two tabs can buy two products. A new tab reads what the last tab wrote. */
export const tabStorage = {
  read: (key: StorageKey): string | null => privateStorage.read(key) ?? browserStorage.read(key),
  write(key: StorageKey, value: string): void {
    privateStorage.write(key, value);
    browserStorage.write(key, value);
  },
  /** Writes for this tab alone; a new tab does not read it. */
  visit: (key: StorageKey, value: string): void => void orNull(() => sessionStorage.setItem(prefixed(key), value)),
  remove(key: StorageKey): void {
    const own = privateStorage.read(key);
    privateStorage.remove(key);
    if (own === null || browserStorage.read(key) === own) browserStorage.remove(key);
  },
};

/** The keys of all stored drafts, without the common prefix. */
export function draftKeys(): `draft.${string}`[] {
  const names = orNull(() => Object.keys(localStorage)) ?? [];
  return names
    .filter((name) => name.startsWith(`${PREFIX}draft.`))
    .map((name) => name.slice(PREFIX.length) as `draft.${string}`);
}

/** Removes everything from both storages but these keys. */
export function clearStorage(except: readonly StorageKey[]): void {
  const kept = new Set(except.map(prefixed));
  for (const storage of [() => localStorage, () => sessionStorage])
    orNull(() => {
      const names = Object.keys(storage()).filter((name) => name.startsWith(PREFIX) && !kept.has(name));
      for (const name of names) storage().removeItem(name);
    });
}
