import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_PREFIX } from "#contract/paths.ts";
import { DEFAULT_LOCALE } from "#core/text/locale.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { replyFailure } from "./failure-reply.ts";
import { localeOf } from "./router.ts";

/** Responds to requests without a route with a 404, in the format of all failures. */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => replyFailure(reply, { name: "notFound" }, localeOf(request)));
}

/**
 * Returns the security headers for responses that hooks do not process. Such a response is only a sentence, must not
 * appear inside another page, and restricts the browser to https if the shop uses it (ASVS 3.4).
 */
const plainHeaders = (secure: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
  ...(secure && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
});

/** Whether a browser opens a page, unlike a call of the API. */
const opensPage = ({ method, url, headers }: FastifyRequest) =>
  method === "GET" && !url.startsWith(API_PREFIX) && headers.accept?.includes("text/html") === true;

/**
 * Responds to a path that cannot be decoded (400) or has a parameter that is too long (404). A browser is led from the
 * first to the page for unknown paths: old links can have letters in another encoding, such as `caf%E9`.
 */
export const replyBadPath =
  (secure: boolean) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ ...plainHeaders(secure), "x-request-id": request.id });
    const isBadUrl = error.code === "FST_ERR_BAD_URL";
    if (isBadUrl && opensPage(request)) void reply.redirect(decodable(request.url));
    else if (isBadUrl) replyFailure(reply, { name: "unreadable", detail: "path" }, localeOf(request));
    else replyFailure(reply, { name: "notFound" }, localeOf(request));
  };

/** Returns a path with its `%` encoded. Without all but one of the slashes before it, it is never another site's. */
const decodable = (url: string): string =>
  `/${url
    .replace(/[?#].*$/, "")
    .replace(/^[/\\]+/, "")
    .replaceAll("%", "%25")}`;

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/**
 * Responds to invalid or incomplete HTTP. The message is in German, because there are no headers to read a language
 * from. Invalid requests are recorded in the security log, slow ones are not.
 */
export const replyInvalidHttp = (security: SecurityLog, secure: boolean) =>
  function reply(error: NodeJS.ErrnoException, socket: Socket): void {
    const { code = "" } = error;
    if (code === "ECONNRESET" || socket.destroyed) return;
    // A client that disconnects in the middle of a request is not an attack.
    if (code.startsWith("HPE_") && code !== "HPE_INVALID_EOF_STATE")
      security.record("request.refused", { address: socket.remoteAddress ?? "", reason: code });
    const status = STATUS_OF[code] ?? 400;
    const body = JSON.stringify({ message: serverText(DEFAULT_LOCALE, "error.badRequest", { detail: "HTTP" }) });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      ...Object.entries(plainHeaders(secure)).map(([name, value]) => `${name}: ${value}`),
      "connection: close",
    ];
    if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    socket.destroy(error);
  };
