import { API_PREFIX, PATHS } from "#contract/paths.ts";
import { headersOf } from "./call.ts";

const TIMEOUT = 30_000;

/**
 * Fetches the confirmation and hands it to the browser as a file. A link alone could not: the order's owner is known by
 * headers, and a secret in an address would stay in the history. Answers whether that worked.
 */
export async function downloadConfirmation(filename: string): Promise<boolean> {
  const [method, path] = PATHS.confirmation;
  try {
    const response = await fetch(API_PREFIX + path, {
      headers: headersOf(method, {}),
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (!response.ok) return false;
    const address = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement("a"), { href: address, download: filename });
    link.click();
    // The browser has taken the file over by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  } catch {
    return false;
  }
}
