/** The password of those who register in tests. */
export const NEW_PASSWORD = "ein-gutes-Wort-2026";

/** What the browser keeps of a checkout (`web/session`). */
export type Stored = {
  readonly id: string;
  readonly pageStep: string;
  readonly draft: object;
  /** Of a login. */
  readonly token?: string;
};

/** The keys and values that a page finds in both storages of the browser, and those of `localStorage` alone. */
export function storageOf({ id, pageStep, draft, token }: Stored) {
  const now = String(Date.now());
  return {
    both: { "kasse.checkout-id": id, "kasse.page-step": pageStep, ...(token && { "kasse.token": token }) },
    local: {
      [`kasse.draft.${id}`]: JSON.stringify(draft),
      ...(token && { "kasse.token-since": now, "kasse.token-used": now }),
    },
  };
}
