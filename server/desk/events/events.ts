import { ok, fail } from "#server/platform/http/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { SESSION_COOKIE } from "#server/operator/people/sessions.ts";
import type { Feed } from "./feed.ts";

/** Seconds after which somebody with too many streams may open another. */
const RETRY_AFTER = 30;

/** GET /events: a stream of changes, until the login ends. */
export function events(feed: Feed): DeskHandler<"events"> {
  return async ({ person, cookies, lastEventId }) => {
    const stream = feed.open({ person, token: cookies.read(SESSION_COOKIE) ?? "", lastEventId });
    return stream ? ok(stream) : fail("tooMany", { retryAfter: RETRY_AFTER });
  };
}
