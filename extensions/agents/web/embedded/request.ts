import { privateStorage } from "#web/session/storage.ts";

/** What a host asks for in the address of its frame (embedded checkout, "Loading an Embedded Checkout URL"). */
export type EmbeddedRequest = { readonly version: string; readonly delegate: readonly string[] };

/**
 * Reads what the host asks for. The tab keeps it, because later pages and reloads have other addresses. `allowed`: what
 * the shop delegates; anything else it does itself.
 */
export function embeddedRequest(search: string, allowed: readonly string[]): EmbeddedRequest {
  const sent = new URLSearchParams(search);
  if (sent.has("ec_version")) privateStorage.write("framed", search);
  const asked = new URLSearchParams(sent.has("ec_version") ? search : (privateStorage.read("framed") ?? ""));
  const wished = (asked.get("ec_delegate") ?? "").split(",").map((each) => each.trim());
  return { version: asked.get("ec_version") ?? "", delegate: allowed.filter((each) => wished.includes(each)) };
}
