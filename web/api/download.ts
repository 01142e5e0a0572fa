import { API_PREFIX, BROWSER_PATHS } from "#contract/paths.ts";
import { headersOf } from "./request.ts";

const TIMEOUT_MS = 30_000;

/**
 * Downloads the confirmation as a file. A plain link would not work: the call needs headers, and a secret in a URL would
 * stay in the history. Returns whether it worked.
 */
export async function downloadConfirmation(filename: string): Promise<boolean> {
  const [method, path] = BROWSER_PATHS.confirmation;
  try {
    const response = await fetch(API_PREFIX + path, {
      headers: headersOf(method, {}),
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return false;
    const address = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement("a"), { href: address, download: filename });
    link.click();
    // By then the browser has saved the file.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  } catch {
    return false;
  }
}
