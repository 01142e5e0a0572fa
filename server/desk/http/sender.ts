import type { FastifyRequest } from "fastify";
import type { DeskCall } from "#contract/call.ts";

/**
 * Whether the sender of a call is the one that its row in the table permits, by the browser's Fetch Metadata. This is a second line of defence: pages of
 * other sites send no strict cookie, and no JSON without a preflight request. Browsers without Fetch Metadata pass.
 */
export function isSentBy({ from }: Pick<DeskCall, "from">, { headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  switch (from) {
    default:
      return site === undefined || site === "same-origin" || site === "none";
    // From any site, but as a top-level page: not in a frame, as a picture or by a script.
    case "navigation":
      return site === undefined || headers["sec-fetch-dest"] === "document";
    case "system":
      return site === undefined;
  }
}
