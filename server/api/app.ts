import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import Fastify, {
  errorCodes,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Logger } from "pino";
import { API_PREFIX } from "#contract/paths.ts";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { isFull, isOutage } from "#server/platform/database/outage.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { keepCookiesPrivate } from "#server/platform/http/cookies.ts";
import { refuseAmbiguity } from "#server/platform/http/ambiguity.ts";
import { connectionOptions, limitConnections, type ConnectionTimes } from "#server/platform/http/connections.ts";
import { replyFailure } from "./failure-reply.ts";
import { recogniseFrames } from "#server/platform/http/framing.ts";
import { answerRequestId, requestIds, trustIn, type TrustedProxies } from "#server/platform/http/request-ids.ts";
import { localeOf } from "./router.ts";
import type { Failure } from "./result.ts";
import { Unavailable, Unreadable } from "#server/platform/unavailable.ts";
import { replyInvalidHttp, replyBadPath } from "./unrouted.ts";
import { setXsrfCookie } from "./xsrf.ts";

export type AppOptions = {
  readonly log: Logger;
  readonly secure: boolean;
  /** Returns whether other sites may frame the page at a path; null if they may frame none. */
  readonly frames: ((path: string) => boolean) | null;
  readonly trustProxy: TrustedProxies;
  /** Whether each request is logged. */
  readonly accessLog: boolean;
  readonly connectionTimes: ConnectionTimes;
  readonly security: SecurityLog;
  /**
   * Whether responses ask clients to open a new connection for their next request, because this process is about to
   * stop.
   */
  readonly isDraining: () => boolean;
  /** Called when a call fails because a disk is full. */
  readonly onFull: () => void;
};

/** Maximum size of a request body, in bytes; uploads have a separate limit. */
const BODY_LIMIT = 64 * 1024;

/** Limits of a multipart body: few and short fields, one file. Sizes are in bytes. */
const MULTIPART_LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 4096,
  headerPairs: 20,
  fileSize: MAX_PICTURE_BYTES + 1,
};

/** Creates the Fastify instance with security headers, cookies, body parsers and error replies. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const trust = trustIn(options.trustProxy);
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    bodyLimit: BODY_LIMIT,
    ...connectionOptions(options.connectionTimes),
    trustProxy: trust,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: replyBadPath(options.secure),
    clientErrorHandler: replyInvalidHttp(options.security, options.secure),
    genReqId: requestIds(trust),
    // The contract checks bodies (valibot). Without this, Fastify loads two unused JSON Schema compilers.
    schemaController: { compilersFactory: { buildValidator: noJsonSchema, buildSerializer: noJsonSchema } },
  });
  app.decorateReply("failure", null);
  app.decorateReply("answered", null);
  answerRequestId(app);
  if (options.accessLog) logAccess(app);
  limitConnections(app.server);
  await app.register(helmet, securityHeaders(options));
  await app.register(cookie);
  keepCookiesPrivate(app);
  await app.register(formbody);
  await app.register(multipart, { limits: MULTIPART_LIMITS });
  acceptEmptyJson(app);
  refuseAmbiguity(app, options.security);
  endConnectionsWhenClosing(app, options.isDraining);
  recogniseFrames(app, options);
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "GET" && wantsCookie(request)) setXsrfCookie(request, reply, options.secure);
    if (request.url.startsWith(API_PREFIX)) void reply.header("cache-control", "no-store");
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isFull(error)) options.onFull();
    return replyError(error, request, reply);
  });
  return app;
}

function noJsonSchema(): never {
  throw new Error("Routes have no JSON Schema; the contract checks bodies");
}

/**
 * When the server closes, finishes running requests and then closes their connections, so that they do not delay the
 * shutdown. While the server drains, each response closes its connection instead: closing an idle connection can
 * interrupt a request that is just arriving.
 */
function endConnectionsWhenClosing(app: FastifyInstance, isDraining: () => boolean): void {
  let closing = false;
  app.addHook("preClose", (done) => {
    closing = true;
    done();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing || isDraining()) void reply.header("connection", "close");
  });
}

/** Paths that are neither pages nor the API. Responses for them set no XSRF cookie (wire, Common). */
const NOT_A_PAGE =
  /^\/(assets|sandbox|ucp)\/|^\/(healthz|readyz|metrics|openapi\.json|favicon|brand\/logo|robots\.txt|\.well-known|sitemap\.xml)\b/;

function wantsCookie(request: FastifyRequest): boolean {
  return !NOT_A_PAGE.test(request.url);
}

/** Returns the default security headers, which allow content from this origin only. Pages send their own policy. */
function securityHeaders(options: AppOptions) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:"],
        styleSrcAttr: ["'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: options.secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The handler gets the raw bytes, because it verifies their signature: of JSON and plain text, or of any type. */
    raw?: "json" | "any" | null;
  }
}

/**
 * Accepts an empty body as `{}` (wire, Common). JSON that cannot be parsed is a client error. Plain text is refused,
 * because pages of other sites can send it without a preflight request. Payment providers may send any type, or none:
 * their bytes are passed on unchanged, and the signature over them counts.
 */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(["application/json", "text/plain"], { parseAs: "buffer" }, (request, bytes, done) => {
    if (request.routeOptions.config.raw) return done(null, bytes);
    if (bytes.length === 0) return done(null, {});
    const type = request.headers["content-type"];
    if (type?.startsWith("text/")) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
    return parse(request, bytes.toString("utf8"), done);
  });
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request, bytes, done) => {
    if (request.routeOptions.config.raw === "any") return done(null, bytes);
    return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers["content-type"]));
  });
}

const CLIENT_ERRORS: Readonly<Record<number, Failure<"notFound" | "bodyTooLarge" | "mediaType" | "tooMany">>> = {
  404: { name: "notFound" },
  413: { name: "bodyTooLarge" },
  415: { name: "mediaType" },
  429: { name: "tooMany", retryAfter: 1 },
};

/**
 * Replies to thrown errors. `Unavailable` and a failing database become a 503, an invalid request a client error. An
 * answer of a system that cannot be read is a 503 too, but an error in the log: somebody has to correct the data.
 * Anything else is a bug: it is logged in full but not explained to the client.
 */
function replyError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Unreadable) {
    request.log.error({ error: error.message, path: request.routeOptions.url }, "an answer to Kasse cannot be read");
    return replyFailure(reply, { name: "answerUnreadable" }, localeOf(request));
  }
  if (error instanceof Unavailable || isOutage(error)) {
    request.log.warn({ error: error.message, path: request.routeOptions.url }, "a system behind Kasse did not answer");
    return replyFailure(reply, { name: "unavailable" }, localeOf(request));
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const failure = CLIENT_ERRORS[status] ?? { name: "unreadable", detail: "body" };
    return replyFailure(reply, failure, localeOf(request));
  }
  request.log.error({ err: error, path: request.routeOptions.url }, "request failed");
  return replyFailure(reply, { name: "fault" }, localeOf(request));
}

/**
 * Logs each request after its response: method, route as in the routing table, status, duration in ms, the rule that
 * refused it, and the request id. It does not log the IP address, path, query, browser or body: routes contain no
 * personal data, but a path can contain a link's secret.
 */
function logAccess(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode: status, failure } = reply;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      {
        access: method,
        route: routeOptions.url ?? null,
        status,
        ms,
        ...(failure !== null && { failure: failure.name }),
      },
      "answered",
    );
  });
}
