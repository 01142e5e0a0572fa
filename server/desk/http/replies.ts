import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { CsvFile } from "#contract/desk/board.ts";
import { DESK_CALLS, type DeskCall } from "#contract/desk/calls.ts";
import { DESK_FAILURES } from "#contract/desk/failures.ts";
import { DESK_LOGIN_PAGE, type DeskCallName } from "#contract/desk/paths.ts";
import { isOutage } from "#server/platform/database/outage.ts";
import { html } from "#server/platform/http/html.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { DeskFailure } from "./call.ts";

/** An answer is data: opened as a page, it loads and runs nothing. */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
/** The page that forwards the browser after a login at the provider. A sandbox would prevent that. */
const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function replyFailure(reply: FastifyReply, { name, ...details }: DeskFailure): FastifyReply {
  if (details.retryAfter !== undefined) void reply.header("retry-after", details.retryAfter);
  return replyData(reply.code(DESK_FAILURES[name]), { failure: name, ...details });
}

function replyData(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.headers({ "cache-control": "no-store", "content-security-policy": ANSWER_POLICY }).send(value);
}

/** Answers what a call has found: as JSON, as a file, or as a stream of events. */
export function replyAnswer(name: DeskCallName, reply: FastifyReply, value: unknown): FastifyReply {
  const { answers }: DeskCall = DESK_CALLS[name];
  switch (answers) {
    case "csv": {
      const { name: file, csv } = value as CsvFile;
      void reply.type("text/csv; charset=utf-8").header("content-disposition", `attachment; filename="${file}"`);
      return replyData(reply, csv);
    }
    // Otherwise nginx buffers events.
    case "events":
      return replyData(reply.type("text/event-stream").header("x-accel-buffering", "no"), value);
    default:
      return replyData(reply, value ?? {});
  }
}

/**
 * Forwards the browser to a page of the desk. A redirect would be part of the navigation that another site has started, in which no cookie with
 * SameSite=Strict is sent; this page starts a navigation of its own.
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

/** The login page, with the name of the failure that it shows. */
export const failurePage = ({ name }: DeskFailure): string => `${DESK_LOGIN_PAGE}?failed=${name}`;

type Thrown = Error & { readonly statusCode?: number };

/** The failure for an exception: a system that does not answer, an unreadable request, or a bug, which is logged in full. */
export function failureOf(error: Thrown, { routeOptions: { url: path } }: FastifyRequest, log: Logger): DeskFailure {
  if (error instanceof Unavailable || isOutage(error)) {
    log.warn({ error: error.message, path }, "a system behind the desk did not answer");
    return { name: "unavailable" };
  }
  if ((error.statusCode ?? 500) < 500) return { name: "unreadable" };
  log.error({ err: error, path }, "request of the desk failed");
  return { name: "fault" };
}
