import type { FastifyReply } from "fastify";
import type { Logger } from "pino";
import type { CsvFile } from "#contract/desk/board.ts";
import type { Call } from "#contract/call.ts";
import { DESK_LOGIN_PAGE } from "#contract/desk/paths.ts";
import { FAILURES } from "#contract/failures.ts";
import { isOutage } from "#server/platform/database/outage.ts";
import { html } from "#server/platform/http/html.ts";
import { Unavailable, Unreadable } from "#server/platform/unavailable.ts";
import type { Failure } from "#server/api/result.ts";

/**
 * The policy of the page that forwards the browser after a login at the provider. It has no sandbox, because a sandbox
 * would prevent the forwarding.
 */
const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Responds with a failure in the desk's format. The page has the message for it. */
export function replyFailure(reply: FastifyReply, { name, ...details }: Failure): FastifyReply {
  if ("retryAfter" in details) void reply.header("retry-after", details.retryAfter);
  return replyData(reply.code(FAILURES[name].status), { failure: name, ...(name !== "unreadable" && details) });
}

function replyData(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header("cache-control", "no-store").send(value);
}

/** Responds with the result of a call: as JSON, as a file, or as a stream of events. */
export function replyAnswer({ media }: Call, reply: FastifyReply, value: unknown): FastifyReply {
  switch (media) {
    case "text/csv": {
      const { name: file, csv } = value as CsvFile;
      void reply.type("text/csv; charset=utf-8").header("content-disposition", `attachment; filename="${file}"`);
      return replyData(reply, csv);
    }
    // Without this header, nginx would buffer events.
    case "text/event-stream":
      return replyData(reply.type("text/event-stream").header("x-accel-buffering", "no"), value);
    default:
      return replyData(reply, value);
  }
}

/**
 * Sends the browser to a page of the desk. A redirect would belong to the navigation that another site started, in
 * which cookies with SameSite=Strict are not sent. So this sends a page that starts its own navigation.
 */
export function replyPage(reply: FastifyReply, page: string): FastifyReply {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="refresh" content="0; url=${page}" />
        <title>…</title>
      </head>
      <body>
        <a href="${page}">…</a>
      </body>
    </html>`;
  return reply
    .headers({ "cache-control": "no-store", "content-security-policy": PAGE_POLICY })
    .type("text/html; charset=utf-8")
    .send(text);
}

/** Returns the URL of the login page, with the name of the failure to show. */
export const failurePage = ({ name }: Failure): string => `${DESK_LOGIN_PAGE}?failed=${name}`;

type Thrown = Error & { readonly statusCode?: number };

/**
 * Returns the failure for an exception: a system that does not respond, an unreadable request, or a bug, which is
 * logged in full.
 */
export function failureOf(error: Thrown, path: string, log: Logger): Failure {
  if (error instanceof Unavailable || isOutage(error)) {
    if (error instanceof Unreadable) log.error({ error: error.message, path }, "an answer to the desk cannot be read");
    else log.warn({ error: error.message, path }, "a system behind the desk did not answer");
    return { name: "unavailable" };
  }
  if ((error.statusCode ?? 500) < 500) return { name: "unreadable", detail: "request" };
  log.error({ err: error, path }, "request of the desk failed");
  return { name: "fault" };
}
