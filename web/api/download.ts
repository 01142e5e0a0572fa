import { API_PREFIX, ODD_PATHS } from "#contract/paths.ts";
import { deadline } from "#web/kit/exchange.ts";
import { headersOf } from "./request.ts";

const TIMEOUT_MS = 30_000;

/** The documents of an order that its owner can download. */
export type OrderDocument = "confirmation" | "transferAuthority";

/**
 * Downloads a document as a file. A plain link would not work: the call needs headers, and a secret in a URL would stay
 * in the history. Returns whether the download worked. `checkoutId`: the order's, if it is not that of this tab.
 */
export async function downloadDocument(kind: OrderDocument, filename: string, checkoutId?: string): Promise<boolean> {
  const [method, path] = ODD_PATHS[kind];
  try {
    const response = await fetch(API_PREFIX + path, {
      headers: { ...headersOf(method, {}), ...(checkoutId !== undefined && { checkoutId }) },
      credentials: "same-origin",
      signal: deadline(TIMEOUT_MS),
    });
    if (!response.ok) return false;
    const url = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement("a"), { href: url, download: filename });
    link.click();
    // The browser has saved the file by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true;
  } catch {
    return false;
  }
}
