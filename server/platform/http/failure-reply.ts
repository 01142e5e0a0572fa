import type { FastifyReply } from "fastify";
import type { Locale } from "#core/locale.ts";
import { fieldText, say } from "#server/platform/texts/texts.ts";
import type { Failure, FieldMistakes } from "./result.ts";

/** The code that every 5xx carries (decisions 7). */
export const SERVER_ERROR = "REQUEST_FAILED_SERVER_ERROR";

/** The one place that turns an expected failure into status and body (decisions 5 and 7, wire). */
export function replyFailure(reply: FastifyReply, failure: Failure, locale: Locale): FastifyReply {
  const message = (text: Parameters<typeof say>[1], values?: Parameters<typeof say>[2]) => say(locale, text, values);
  switch (failure.kind) {
    case "badRequest":
      return reply.code(400).send({ message: message(failure.text, failure.values) });
    case "unauthorised":
      return reply.code(401).send({ ...(failure.code ? { code: failure.code } : {}), message: message(failure.text) });
    case "forbidden":
      return reply.code(403).send({ code: failure.code, message: message(failure.text) });
    case "notFound":
      return reply.code(404).send({ message: message(failure.text) });
    case "refused":
      return reply.code(406).send({ body: { error_fields: sentences(failure.fields, locale) } });
    case "page":
      return reply.code(409).send({ page: failure.page });
    case "conflict":
      return reply.code(409).send({ ...failure.body, message: message(failure.text) });
    case "tooLarge":
      return reply.code(413).send({ message: message(failure.text) });
    case "mediaType":
      return reply.code(415).send({ message: message(failure.text) });
    case "invalid":
      return reply.code(422).send({ errors: sentences(failure.fields, locale) });
    case "tooMany":
      return reply
        .code(429)
        .header("retry-after", failure.retryAfter)
        .send({ message: message("error.tooMany", { seconds: failure.retryAfter }) });
    case "unavailable":
      return reply.code(503).send({
        code: SERVER_ERROR,
        message: message("error.unavailable"),
        error: SERVER_ERROR,
        requestId: reply.request.id,
      });
  }
}

function sentences(fields: FieldMistakes, locale: Locale): Record<string, string[]> {
  const entries = Object.entries(fields).flatMap(([field, key]) =>
    key ? [[field, [fieldText(locale, key)]] as [string, string[]]] : [],
  );
  return Object.fromEntries(entries);
}
