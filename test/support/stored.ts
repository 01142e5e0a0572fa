export { NEW_PASSWORD } from "../../kit/people.ts";

/** The browser's stored data of a checkout (`web/session`). */
export type Stored = {
  readonly id: string;
  readonly pageStep: string;
  readonly draft: object;
  /** The token of a login. */
  readonly token?: string;
};

/** Returns the keys and values in both storages of the browser, and those of `localStorage` only. */
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
