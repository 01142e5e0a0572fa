import type { AnswerOf } from "#contract/shop/calls.ts";
import { readFailure } from "#web/api/failure.ts";
import { CALL_TIMEOUT_MS, requestOf } from "#web/api/request.ts";
import { exchange } from "#web/kit/exchange.ts";
import { browserStorage, privateStorage } from "#web/session/storage.ts";
import type { UcpCheckout } from "./protocol.ts";

/**
 * Asks the shop's server for the checkout as its platform reads it: on the page of the link the one that it proposes,
 * else the one that this browser has taken over. Returns the checkout, a sentence if there is none for this browser, or
 * null if the shop was not reached.
 */
export async function askForCheckout(isProposal: boolean): Promise<UcpCheckout | string | null> {
  const secret = isProposal ? (privateStorage.read("prepared-link") ?? "") : "";
  // Without an id, the browser has taken over nothing.
  const body = { secret, browser: browserStorage.read("prepared-by") ?? crypto.randomUUID() };
  const { url, init } = requestOf("embeddedCheckout", { body, anonymous: true });
  const answer = await exchange((signal) => fetch(url, { ...init, signal }), CALL_TIMEOUT_MS);
  if (typeof answer === "string") return null;
  if (answer.ok && answer.body !== null) return (answer.body as AnswerOf<"embeddedCheckout">).checkout;
  const failure = readFailure(answer.status, answer.body);
  return failure.kind === "message" ? failure.message : null;
}
