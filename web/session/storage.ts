/**
 * Keys in the browser's storage (decisions 3). They include when the login started (`token-since`), when it was last
 * used (`token-used`), whose it is (`person`) and on which page it ended (`return-to`).
 */
export type StorageKey =
  | "token"
  | "token-since"
  | "token-used"
  | "person"
  | "return-to"
  | "account-typed"
  | "reset-token"
  | "ended"
  | "queue"
  | "prepared-by"
  | "prepared-link"
  | "framed"
  | "framed-by"
  | "page-step"
  | "checkout-id"
  | "payment-unconfirmed"
  | "locale"
  | "sidebarExtended"
  | "licenseStatus"
  | "terms"
  | "authority-language"
  | `draft.${string}`;

/**
 * A frame has names of its own, so that it never shares a login or checkout with the ordinary shop: not all browsers
 * separate their storage, and none does if the host is on the shop's own site.
 */
const PREFIX = globalThis.document?.documentElement.dataset["storage"] ?? "kasse.";
const prefixed = (key: StorageKey) => `${PREFIX}${key}`;

/** Returns null if the browser refuses the action, because storage is full, or disabled for this page. */
function orNull<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

/** Whether this browser can store data for the page. */
export const isStoring = (): boolean =>
  [() => localStorage, () => sessionStorage].every((storage) =>
    orNull(() => {
      storage().setItem(PREFIX, "");
      storage().removeItem(PREFIX);
      return true;
    }),
  );

/**
 * Reads and writes one of the browser's storages. Values that the browser refuses to store stay in memory until the
 * page is reloaded.
 */
function storageOf(storage: () => Storage) {
  const memory = new Map<string, string>();
  const remove = (name: string): void => {
    memory.delete(name);
    orNull(() => storage().removeItem(name));
  };
  return {
    read: (key: StorageKey): string | null =>
      memory.get(prefixed(key)) ?? orNull(() => storage().getItem(prefixed(key))),
    write(key: StorageKey, value: string): void {
      const name = prefixed(key);
      memory.set(name, value);
      orNull(() => {
        storage().setItem(name, value);
        memory.delete(name);
      });
    },
    remove: (key: StorageKey): void => remove(prefixed(key)),
    /** Returns the names of all keys of the shop, with the common prefix. */
    names: (): string[] =>
      [...memory.keys(), ...(orNull(() => Object.keys(storage())) ?? [])].filter((name) => name.startsWith(PREFIX)),
    clear(except: readonly string[]): void {
      for (const name of this.names()) if (!except.includes(name)) remove(name);
    },
  };
}

/** Storage that all tabs of this browser share. */
export const browserStorage = storageOf(() => localStorage);

/** Storage of this tab alone; it ends with the tab. */
export const privateStorage = storageOf(() => sessionStorage);

/**
 * Storage of this tab, so that two tabs can buy two products. A new tab starts with the values that were written last
 * in any tab.
 */
export const tabStorage = {
  read: (key: StorageKey): string | null => privateStorage.read(key) ?? browserStorage.read(key),
  write(key: StorageKey, value: string): void {
    privateStorage.write(key, value);
    browserStorage.write(key, value);
  },
  /** Writes for this tab only; a new tab does not read it. */
  visit: privateStorage.write,
  remove(key: StorageKey): void {
    const own = privateStorage.read(key);
    privateStorage.remove(key);
    if (own === null || browserStorage.read(key) === own) browserStorage.remove(key);
  },
};

/** Returns the keys of all stored drafts, without the common prefix. */
export function draftKeys(): `draft.${string}`[] {
  return browserStorage
    .names()
    .map((name) => name.slice(PREFIX.length))
    .filter((name): name is `draft.${string}` => name.startsWith("draft."));
}

/** Removes everything from both storages except these keys. */
export function clearStorage(except: readonly StorageKey[]): void {
  const kept = except.map(prefixed);
  browserStorage.clear(kept);
  privateStorage.clear(kept);
}
