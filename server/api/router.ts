import { isStorable } from "#core/text/storable.ts";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { Call as Row } from "#contract/call.ts";
import type { FailureName } from "#contract/failures.ts";
import { DEFAULT_LOCALE, isLocale, type Locale } from "#core/text/locale.ts";
import { readFile, readForm, type SentFile } from "./forms.ts";
import { fail, ok, type Failed, type Failure, type FieldMistakes, type Result } from "./result.ts";

/** A parsed request, as passed to all handlers. Query and body match the schemas of the call's row in the contract. */
export type Request = {
  readonly locale: Locale;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** The client's IP address, used only for limits and the security log. */
  readonly ip: string;
  readonly headers: FastifyRequest["headers"];
  /** The raw bytes of a signed call, for checking its signature. */
  readonly raw: Buffer;
  /** Reads the file of an upload. */
  readonly file: () => Promise<SentFile | null>;
  readonly log: FastifyBaseLogger;
};

/**
 * One of the two interfaces, the shop's or the desk's: its calls, their handlers, and what it does around each call.
 * `Caller`: what it knows about the caller, which handlers get with the request.
 */
export type Interface<Name extends string, Caller extends object> = {
  readonly prefix: string;
  readonly paths: Readonly<Record<Name, readonly [method: "GET" | "POST", path: string]>>;
  readonly calls: Readonly<Record<Name, Row>>;
  /** Whether GET calls also accept HEAD requests. */
  readonly head: boolean;
  readonly handlers: Readonly<Record<Name, (request: never) => Promise<Result<unknown, FailureName>>>>;
  /** Runs before the body is read, so that refused calls cost nothing. */
  refuse?(name: Name, request: FastifyRequest): Failure | null;
  /** Identifies the caller and checks whether it may make this call. */
  admit(name: Name, request: FastifyRequest, reply: FastifyReply): Promise<Result<Caller, FailureName>>;
  /** Checks that depend on the query or body. */
  check?(name: Name, request: Request & Caller): Promise<Failed<FailureName> | null>;
  /** Wraps the handler, to write something before or after it. */
  handle?(
    name: Name,
    request: Request & Caller,
    handle: () => Promise<Result<unknown, FailureName>>,
  ): Promise<Result<unknown, FailureName>>;
  /** `answer` sends the response for a result, `fail` the one for a failure. */
  answer(name: Name, reply: FastifyReply, value: unknown): FastifyReply;
  fail(name: Name, reply: FastifyReply, failure: Failure): FastifyReply;
  /** Runs after the response was sent. */
  note?(name: Name, request: FastifyRequest, reply: FastifyReply): void;
};

/** Registers an interface's calls with their handlers. Headers, query and body are checked before a handler runs. */
export function registerCalls<Name extends string, Caller extends object>(
  app: FastifyInstance,
  names: readonly Name[],
  face: Interface<Name, Caller>,
): void {
  for (const name of names) {
    const [method, path] = face.paths[name];
    const row = face.calls[name];
    app.route({
      method,
      url: face.prefix + path,
      exposeHeadRoute: face.head,
      config: { raw: row.rawBody ? "any" : null },
      ...(row.bytes !== undefined && { bodyLimit: row.bytes }),
      onRequest: async (request, reply) => {
        void reply.header("content-security-policy", ANSWER_POLICY);
        const refused = face.refuse?.(name, request);
        if (refused) return face.fail(name, reply, refused);
      },
      handler: async (request, reply) => {
        const result = await answerCall(name, row, face, request, reply);
        return result.ok ? face.answer(name, reply, result.value) : face.fail(name, reply, result.failure);
      },
      onResponse: async (request, reply) => face.note?.(name, request, reply),
    });
  }
}

/** Policy of API responses: they are data, so if one is opened as a page, it loads and runs nothing (ASVS 3.2.1). */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

async function answerCall<Name extends string, Caller extends object>(
  name: Name,
  row: Row,
  face: Interface<Name, Caller>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<unknown, FailureName>> {
  // PostgreSQL cannot store them, so nothing has such a name.
  if (!Object.values(request.params as Readonly<Record<string, string>>).every(isStorable))
    return fail("unreadable", { detail: "path" });
  const caller = await face.admit(name, request, reply);
  if (!caller.ok) return caller;
  const sent = await readSent(row, request);
  if (!sent.ok) return sent;
  const call: Request & Caller = {
    locale: localeOf(request),
    params: request.params,
    ...sent.value,
    ip: request.ip,
    headers: request.headers,
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    file: () => readFile(request),
    log: request.log,
    ...caller.value,
  };
  const refused = await face.check?.(name, call);
  if (refused) return refused;
  const handle = () => face.handlers[name](call as never);
  return face.handle ? face.handle(name, call, handle) : handle();
}

type Sent = { readonly query: unknown; readonly body: unknown };

/**
 * Reads the query and the body of a call. If they are invalid and all schema errors name the same failure of this call,
 * returns that failure.
 */
async function readSent(row: Row, request: FastifyRequest): Promise<Result<Sent, FailureName>> {
  const isForm = FORM.test(request.headers["content-type"] ?? "");
  if (row.body && isForm && row.form !== "also" && row.form !== "only") return fail("mediaType");
  // Only calls that accept both kinds of forms accept multipart ones.
  const sent = row.form === "also" && isForm ? await readForm(request) : request.body;
  const [query, body] = [read(row.query, request.query), read(row.body, sent)];
  if (query.success && body.success) return ok({ query: query.output, body: body.output });
  const issues = [query, body].flatMap((each) => (each.success ? [] : each.issues));
  const named = row.fails.find((name) => issues.every(({ message }) => message === name));
  if (named) return { ok: false, failure: { name: named } as Failure };
  // The specification names the missing fields of logins (section 8), which can be sent as forms.
  const missing = row.form === "also" && query.success && !body.success ? missingFields(body.issues) : null;
  if (missing && row.fails.includes("invalidFields")) return fail("invalidFields", { fields: missing });
  const [first] = issues;
  const detail = (first && v.getDotPath(first)) ?? "body";
  const fields = body.success ? null : typedTexts(body.issues);
  return fail("unreadable", { detail, ...(fields && { fields }) });
}

/** What is wrong with a text that a person has typed, by the kind of the schema's issue. */
const TEXT_MISTAKES: Readonly<Record<string, "muchTooLong" | "invisible">> = {
  max_length: "muchTooLong",
  check: "invisible",
};

/**
 * Returns the texts of a body that are too long or cannot be stored, which a page shows at their fields; null if there
 * is any other mistake, which only a program makes.
 */
function typedTexts(issues: readonly v.BaseIssue<unknown>[]): FieldMistakes | null {
  const fields: Record<string, "muchTooLong" | "invisible"> = {};
  for (const { path = [], input, type } of issues) {
    const [field, ...inner] = path;
    const mistake = TEXT_MISTAKES[type];
    if (!field || inner.length > 0 || typeof input !== "string" || !mistake) return null;
    fields[String(field.key)] ??= mistake;
  }
  return fields;
}

/** Returns the fields of a body that are missing; null if it has any other mistake. */
function missingFields(issues: readonly v.BaseIssue<unknown>[]): Readonly<Record<string, "missing">> | null {
  const fields: Record<string, "missing"> = {};
  for (const { path = [], input } of issues) {
    const [field, ...inner] = path;
    if (!field || inner.length > 0 || (input !== undefined && input !== null)) return null;
    fields[String(field.key)] = "missing";
  }
  return fields;
}

const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i;

const read = (schema: Row["query"], sent: unknown) =>
  schema === null ? ({ success: true, output: null } as const) : v.safeParse(schema, sent ?? {});

/** Returns the language for the response; German if the header is absent or unknown. */
export function localeOf(request: FastifyRequest): Locale {
  const given = request.headers["locale"];
  return isLocale(given) ? given : DEFAULT_LOCALE;
}
