import type { EndpointName } from "#contract/all-paths.ts";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import { Shopper as KitShopper, type Reply } from "../../kit/shopper.ts";
import { expectInContract } from "./answers.ts";
import { callOf, noteSent, watched } from "./recorder.ts";

export { expectOk, type PaymentOutcome, type Reply } from "../../kit/shopper.ts";

/** A shopper whose answers have to follow the contract, and whose calls are recorded. */
export class Shopper extends KitShopper {
  protected override answered(
    { method, url, body: sent }: { readonly method: string; readonly url: string; readonly body: unknown },
    status: number,
    body: Record<string, unknown>,
  ) {
    const call = callOf(method, new URL(url).pathname);
    noteSent(call, sent, status);
    return watched(body, call, status);
  }

  protected override called(name: EndpointName, { status, body }: Reply): void {
    if (typeof body === "object") expectInContract(ENDPOINTS[name], status, JSON.parse(JSON.stringify(body)));
  }
}
