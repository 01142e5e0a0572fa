import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Logger } from "pino";
import { API_PREFIX } from "#contract/paths.ts";
import { MAX_PICTURE_BYTES } from "#core/picture.ts";
import { replyFailure } from "./failure-reply.ts";
import { localeOf } from "./router.ts";
import type { Failure } from "./result.ts";
import { Unavailable } from "./unavailable.ts";
import { answerNoRequest, replyBadPath } from "./unrouted.ts";
import { giveXsrfCookie } from "./xsrf.ts";

export type AppOptions = {
  readonly log: Logger;
  readonly secure: boolean;
  readonly trustProxy: boolean;
  readonly pageOrigins: readonly string[];
};

/** 64 kB: no form of the checkout comes near it; uploads have a limit of their own. */
const BODY_LIMIT = 64 * 1024;

/** A Fastify instance with headers, cookies, body parsers and error answers as every part of Kasse needs them. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: replyBadPath,
    clientErrorHandler: answerNoRequest,
    genReqId: () => crypto.randomUUID(),
  });
  await app.register(helmet, securityHeaders(options));
  await app.register(cookie);
  await app.register(formbody);
  await app.register(multipart, { limits: { files: 1, fields: 20, fileSize: MAX_PICTURE_BYTES + 1 } });
  acceptEmptyJson(app);
  endConnectionsWhenClosing(app);
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "GET" && wantsCookie(request)) giveXsrfCookie(request, reply, options.secure);
    if (request.url.startsWith(API_PREFIX)) void reply.header("cache-control", "no-store");
  });
  app.setErrorHandler<FastifyError>(replyError);
  return app;
}

/** A request that is under way when the server closes gets its answer, and its connection does not keep the server waiting. */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", (done) => {
    closing = true;
    done();
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) void reply.header("connection", "close");
  });
}

/** Everything else that answers a GET is a page or the API (wire, Common). */
const NOT_A_PAGE =
  /^\/(assets|sandbox)\/|^\/(healthz|readyz|metrics|openapi\.json|favicon|brand\/logo|robots\.txt|sitemap\.xml)\b/;

function wantsCookie(request: FastifyRequest): boolean {
  return !NOT_A_PAGE.test(request.url);
}

/** Scripts and styles from here alone; pages add hashes of their inline parts. Forms may post to the payment's origin. */
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
        formAction: ["'self'", ...options.pageOrigins],
      },
    },
    strictTransportSecurity: options.secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" as const },
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The handler gets the bytes as they came, for a signature is over them. */
    raw?: boolean;
  }
}

/** An empty body and `{}` are equal (wire, Common); JSON that cannot be read is the client's mistake. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(["application/json", "text/plain"], { parseAs: "buffer" }, (request, bytes, done) => {
    if (request.routeOptions.config.raw) return done(null, bytes);
    if (bytes.length === 0) return done(null, {});
    return parse(request, bytes.toString("utf8"), done);
  });
}

const CLIENT_ERRORS: Readonly<Record<number, Failure>> = {
  404: { name: "notFound" },
  413: { name: "bodyTooLarge" },
  415: { name: "mediaType" },
  429: { name: "tooMany", retryAfter: 1 },
};

/** What was thrown: a client's unreadable request, or a bug, which is logged whole and told without inner detail. */
function replyError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Unavailable) {
    request.log.warn({ error: error.message, path: request.routeOptions.url }, "a system behind Kasse did not answer");
    return replyFailure(reply, { name: "unavailable" }, localeOf(request));
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const failure = CLIENT_ERRORS[status] ?? { name: "unreadable", detail: "body" };
    return replyFailure(reply, failure, localeOf(request));
  }
  request.log.error({ err: error, path: request.routeOptions.url, requestId: request.id }, "request failed");
  return replyFailure(reply, { name: "fault" }, localeOf(request));
}
