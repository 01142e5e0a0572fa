import { sendEarly } from "#web/api/early.ts";
import { prepareCall } from "#web/api/prepare.ts";
import { requestOf } from "#web/api/request.ts";
import { pageStep } from "#web/session/checkout-session.ts";

/** Sends the calls of the last page ahead. Resolves when both are answered, so that it is painted whole. */
export async function sendCallsOfThanks(): Promise<void> {
  const prepared = sendEarly(requestOf("prepare", prepareCall("7", pageStep() ?? "7")));
  await Promise.allSettled([prepared, sendEarly(requestOf("order", {}))]);
}
