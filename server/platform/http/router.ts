import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { ENDPOINTS, type Endpoint } from "#contract/endpoints.ts";
import type { FailureName } from "#contract/failures.ts";
import { API_PREFIX, PATHS, type EndpointName } from "#contract/paths.ts";
import { isStorable } from "#contract/schemas/common.ts";
import { writeCallDetail } from "#core/call-detail.ts";
import { isStep } from "#core/steps.ts";
import { DEFAULT_LOCALE, isLocale, type Locale } from "#core/locale.ts";
import type { Call, Handlers } from "./call.ts";
import { cookiesOf, type Cookies } from "./cookies.ts";
import { replyFailure } from "./failure-reply.ts";
import { readFile, readForm } from "./forms.ts";
import { fail, ok, type Failed, type Result } from "./result.ts";
import type { SecurityEvent } from "#server/platform/security/events.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { isSameSecret } from "./same-secret.ts";
import { requireSameOrigin, requireXsrf } from "./xsrf.ts";

/** What the router needs of the shop. */
export type RouterNeeds = {
  /** Whether a checkout with this id exists. */
  knowsCheckout(id: string): Promise<boolean>;
  readonly countCall: CountCall;
  readonly secrets: CallSecrets;
  /** Takes note of each call that names a checkout, when it has been answered. */
  noteCall(noted: NotedCall): void;
  readonly security: SecurityLog;
  /** Whether the shop is served over https. */
  readonly secure: boolean;
};
/**
 * The secret that a call of another system needs as its token, and how it fails without. Nobody has one that is null.
 */
export type CallSecrets = Partial<
  Record<EndpointName, { readonly secret: string | null; readonly failure: `${string}TokenWrong` & FailureName }>
>;
/** A call that named a checkout. */
export type NotedCall = {
  readonly checkoutId: string;
  readonly call: EndpointName;
  /** The rule that refused it; null if it worked. */
  readonly failure: FailureName | null;
  /** The step that was asked for, or what was refused: a step, or the names of fields. Never what somebody typed. */
  readonly detail: string | null;
  /** What was answered, if it worked. */
  readonly answer: unknown;
};
/** Counts a call before anything of it is read; a failure if a limit is exceeded. */
export type CountCall = (
  name: EndpointName,
  client: { readonly ip: string; readonly checkoutId: string | null },
) => Failed<"tooMany"> | null;

/**
 * Registers every call of the table of endpoints with its handler. Checks headers and bodies before the handler runs. A call that needs no
 * checkout is refused all the same if it names an unknown one (wire, Common).
 */
export function registerApi(app: FastifyInstance, handlers: Handlers, needs: RouterNeeds): void {
  for (const name of Object.keys(PATHS) as EndpointName[]) registerEndpoint(app, name, handlers, needs);
}

function registerEndpoint(
  app: FastifyInstance,
  name: EndpointName,
  handlers: Handlers,
  { knowsCheckout, countCall, secrets, noteCall, security, secure }: RouterNeeds,
): void {
  const [method, path] = PATHS[name];
  const endpoint: Endpoint = ENDPOINTS[name];
  const handler = handlers[name] as (call: Call<EndpointName>) => Promise<Result<unknown, FailureName>>;
  app.route({
    method,
    url: API_PREFIX + path,
    config: { raw: endpoint.rawBody ?? false },
    // Before the body is read, so that a refused upload costs nothing, and a forged report is noted whatever it says.
    onRequest: async (request, reply) => {
      void reply.header("content-security-policy", ANSWER_POLICY);
      const refused = countCall(name, { ip: request.ip, checkoutId: checkoutIdOf(request) });
      if (refused) return replyFailure(reply, refused.failure, localeOf(request));
      const needed = secrets[name];
      if (!needed || isSameSecret(needed.secret, bearerOf(request))) return;
      recordFailure(security, needed.failure, { name, ip: request.ip, token: null });
      return replyFailure(reply, { name: needed.failure }, localeOf(request));
    },
    handler: async (request, reply) => {
      const client = { cookies: cookiesOf(request, reply, { secure }), secure };
      const call = await readCall(request, endpoint, method, client);
      if (!call.ok) {
        recordFailure(security, call.failure.name, { name, ip: request.ip, token: null });
        return replyFailure(reply, call.failure, localeOf(request));
      }
      const { checkoutId, locale } = call.value;
      const checked = endpoint.checkout === "optional" && !endpoint.serverToServer && checkoutId !== null;
      if (checked && !(await knowsCheckout(checkoutId)))
        return replyFailure(reply, { name: "checkoutUnknown" }, locale);
      const result = await handler(call.value);
      if (!result.ok) recordFailure(security, result.failure.name, { name, ip: request.ip, token: call.value.token });
      if (result.ok) reply.answered = result.value;
      if (result.ok && endpoint.media) return sendFile(reply, name, endpoint.media, result.value as Uint8Array);
      if (result.ok && endpoint.noContent) return reply.code(204).send();
      return answer(reply, result, call.value.locale);
    },
    onResponse: async (request, reply) => {
      const checkoutId = checkoutIdOf(request);
      if (checkoutId === null || endpoint.serverToServer) return;
      const { failure, answered } = reply;
      const detail = detailOf(request, failure);
      noteCall({ checkoutId, call: name, failure: failure?.name ?? null, detail, answer: answered });
    },
  });
}

function detailOf(request: FastifyRequest, failure: FastifyReply["failure"]): string | null {
  const { step } = request.params as { readonly step?: unknown };
  return writeCallDetail({
    step: typeof step === "string" && isStep(step) ? step : null,
    ...(failure && "fields" in failure && { fields: Object.keys(failure.fields) }),
    ...(failure && "page" in failure && { backTo: failure.page, remark: failure.why ?? null }),
  });
}

/** An answer is data: opened as a page, it loads and runs nothing (ASVS 3.2.1). */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const EXTENSION = { "application/pdf": "pdf", "image/jpeg": "jpg" } as const;

/** A file is downloaded under a name of the shop's own, never shown as a page (ASVS 5.4.1). */
function sendFile(
  reply: FastifyReply,
  name: EndpointName,
  media: keyof typeof EXTENSION,
  bytes: Uint8Array,
): FastifyReply {
  const file = `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.${EXTENSION[media]}`;
  return reply.type(media).header("content-disposition", `attachment; filename="${file}"`).send(Buffer.from(bytes));
}

/** Failures that may be an attack. */
const EVENTS: Partial<Record<FailureName, SecurityEvent>> = {
  xsrf: "xsrf.refused",
  badSignature: "webhook.forged",
  operatorTokenWrong: "webhook.forged",
  smdpTokenWrong: "webhook.forged",
  warehouseTokenWrong: "webhook.forged",
  verifierTokenWrong: "webhook.forged",
};

type FailedCall = { readonly name: EndpointName; readonly ip: string; readonly token: string | null };

function recordFailure(security: SecurityLog, failure: FailureName, { name, ip, token }: FailedCall): void {
  const event = EVENTS[failure] ?? (failure === "loginNeeded" && token !== null ? "token.refused" : null);
  if (event) security.record(event, { address: ip, route: PATHS[name][1] });
}

function answer(reply: FastifyReply, result: Result<unknown, FailureName>, locale: Locale): FastifyReply {
  return result.ok ? reply.code(200).send(result.value) : replyFailure(reply, result.failure, locale);
}

async function readCall(
  request: FastifyRequest,
  endpoint: Endpoint,
  method: string,
  { cookies, secure }: { readonly cookies: Cookies; readonly secure: boolean },
): Promise<Result<Call<EndpointName>, "unreadable" | "xsrf" | "mediaType">> {
  const given = request.headers["locale"];
  if (given !== undefined && !isLocale(given)) return unreadable("locale");
  if (!endpoint.serverToServer) {
    const refused = requireSameOrigin(request) ?? (method === "POST" ? requireXsrf(request, secure) : null);
    if (refused) return { ok: false, failure: refused };
  }
  const query = request.query as Record<string, unknown>;
  const sent = endpoint.optionalQuery?.filter((name) => query[name] !== undefined) ?? [];
  const invalid = [...(endpoint.query ?? []), ...sent].find((name) => !isText(query[name]));
  if (invalid) return unreadable(invalid);
  const body = await readBody(request, endpoint);
  if (!body.ok) return body;
  return ok({
    locale: localeOf(request),
    checkoutId: checkoutIdOf(request),
    token: bearerOf(request),
    params: request.params as never,
    query: query as Record<string, string>,
    body: body.value as never,
    ip: request.ip,
    cookies,
    headers: request.headers,
    raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    file: () => readFile(request),
    log: request.log,
  });
}

async function readBody(
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Result<unknown, "unreadable" | "mediaType">> {
  if (!endpoint.body) return ok(undefined);
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(
    request.headers["content-type"] ?? "",
  );
  if (isForm && endpoint.form !== "also") return fail("mediaType");
  const sent = isForm ? await readForm(request) : (request.body ?? {});
  const read = v.safeParse(endpoint.body, sent, { abortEarly: true });
  return read.success ? ok(read.output) : unreadable(v.getDotPath(read.issues[0]) ?? "body");
}

const isText = (value: unknown) => typeof value === "string" && value !== "" && isStorable(value);

function unreadable(detail: string) {
  return fail("unreadable", { detail });
}

/** The language of the answer; German if the header is absent or unknown. */
export function localeOf(request: FastifyRequest): Locale {
  const given = request.headers["locale"];
  return isLocale(given) ? given : DEFAULT_LOCALE;
}

function checkoutIdOf(request: FastifyRequest): string | null {
  const given = request.headers["checkoutid"];
  return typeof given === "string" && given !== "" ? given : null;
}

/** Any Authorization header counts as a token, so that a malformed one is refused instead of ignored. */
function bearerOf(request: FastifyRequest): string | null {
  const given = request.headers.authorization;
  return given === undefined || given === "" ? null : given.replace(/^Bearer\s+/i, "");
}
