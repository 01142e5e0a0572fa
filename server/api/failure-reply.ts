import type { FastifyReply, FastifyRequest } from "fastify";
import {
  FAILURES,
  SERVER_ERROR,
  type FailureBodies,
  type FailureBody,
  type FailuresWith,
  type ShopBody,
  type ShopFailureName,
} from "#contract/failures.ts";
import type { Locale } from "#core/text/locale.ts";
import { queueWords } from "#core/launch/queue-words.ts";
import { waitingFor } from "#core/time/time-to-wait.ts";
import { fieldText, serverText, type ServerText } from "#server/platform/texts/texts.ts";
import type { Failure, FieldMistakes } from "./result.ts";

declare module "fastify" {
  interface FastifyReply {
    /** The expected failure that the response reports, or null. */
    failure: Failure<ShopFailureName> | null;
    /** The result of a successful call. */
    answered: unknown;
  }
}

type Row = {
  readonly status: number;
  readonly body: FailureBody;
  readonly text: ServerText | null;
  readonly code?: string;
};
/**
 * Checks at compile time that every text key in the table exists in German; the compiler ensures that all languages
 * have the same keys.
 */
const ROWS: Readonly<Record<string, Row>> = FAILURES satisfies Record<string, Row>;

type Context = {
  readonly locale: Locale;
  readonly requestId: string;
  readonly code: string;
  readonly message: (values?: Record<string, string | number>) => string;
};

/** Builds the body of each shape in the contract. A missing shape is a type error. */
const BODIES: {
  readonly [Body in ShopBody]: (failure: Failure<FailuresWith<Body>>, context: Context) => FailureBodies[Body];
} = {
  message: (_failure, { message }) => ({ message: message() }),
  unreadable: ({ detail, fields }, { message, locale }) => ({
    message: message({ detail }),
    ...(fields && { errors: sentences(fields, locale) }),
  }),
  said: ({ sentence }) => ({ message: sentence }),
  tooMany: ({ retryAfter }, { message }) => ({ message: message({ ...waitingFor(retryAfter) }) }),
  queued: ({ ticket, before, seconds, retryAfter, pieces }, { message }) => ({
    code: "QUEUED",
    message: message({ ...queueWords({ before, seconds, pieces }) }),
    ticket,
    before,
    seconds,
    retryAfter,
  }),
  coded: (_failure, { code, message }) => ({ code, message: message() }),
  page: ({ page }, { message }) => (page === null ? { page, message: message() } : { page }),
  fieldErrors: ({ fields }, { locale }) => ({ errors: sentences(fields, locale) }),
  refusedFields: ({ fields, suggested }, { locale }) => ({
    body: { error_fields: sentences(fields, locale), ...(suggested && { suggested }) },
  }),
  userExists: ({ username }, { message }) => ({ message: message(), username }),
  badAddress: (_failure, { message }) => ({ message: message(), badAddress: true }),
  priceChanged: ({ checkout }, { message }) => ({ code: "PRICE_CHANGED", message: message(), checkout }),
  fault: (_failure, { requestId }) => ({ error: SERVER_ERROR, requestId }),
  unavailable: ({ name }, { message, requestId }) => ({
    code: FAILURES[name].code,
    message: message(),
    error: SERVER_ERROR,
    requestId,
  }),
};

/**
 * Failures that occur if cookies are blocked: the checkout id is handed over in a cookie, and each POST has to repeat
 * the XSRF cookie.
 */
const NEED_COOKIES: ReadonlySet<string> = new Set(["checkoutUnknown", "xsrf"]);

/**
 * Returns whether a browser sent no cookie, although each page of the shop sets one. Only browsers send Fetch Metadata.
 */
const isWithoutCookies = ({ headers }: FastifyRequest) =>
  headers.cookie === undefined && headers["sec-fetch-site"] === "same-origin";

/** Replies with the status and body of an expected failure (decisions 5 and 7, wire). No other code does this. */
export function replyFailure(reply: FastifyReply, failure: Failure<ShopFailureName>, locale: Locale): FastifyReply {
  const { status, body, text, code = "" } = ROWS[failure.name] as Row;
  const write = BODIES[body as ShopBody] as (failure: Failure, context: Context) => object;
  const key = NEED_COOKIES.has(failure.name) && isWithoutCookies(reply.request) ? "error.cookies" : text;
  const message: Context["message"] = (values) => (key === null ? "" : serverText(locale, key, values));
  if ("retryAfter" in failure) void reply.header("retry-after", failure.retryAfter);
  reply.failure = failure;
  return reply.code(status).send(write(failure, { locale, requestId: reply.request.id, code, message }));
}

function sentences(fields: FieldMistakes, locale: Locale): Record<string, string[]> {
  const entries = Object.entries(fields).flatMap(([field, mistake]) =>
    mistake ? [[field, [fieldText(locale, mistake)]]] : [],
  );
  return Object.fromEntries(entries) as Record<string, string[]>;
}
