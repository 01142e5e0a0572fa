import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import { checkoutOfLink } from "./queries.ts";

/** POST /order-link: the checkout of the order that a mailed link opens. */
export function openOrderLink({ db, now }: { readonly db: Database; readonly now: Clock }): Handler<"orderLink"> {
  return async ({ body }) => {
    const checkoutId = await checkoutOfLink(db, body.secret, now());
    return checkoutId ? ok({ checkoutId }) : fail("orderLinkDead");
  };
}
