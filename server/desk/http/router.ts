import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { DESK_CALLS, type DeskCall } from "#contract/desk/calls.ts";
import { DESK_FAILURES, type DeskFailureName } from "#contract/desk/failures.ts";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { isStorable } from "#contract/schemas/common.ts";
import { permitsOf, type DeskPermit } from "#core/desk/roles.ts";
import type { AuditEntry } from "#server/operator/audit/chain.ts";
import { isOutage } from "#server/platform/database/outage.ts";
import { cookiesOf } from "#server/platform/http/cookies.ts";
import { localeOf } from "#server/platform/http/router.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { DeskPerson } from "#server/operator/people/people.ts";
import { personOfSession, SESSION_COOKIE } from "#server/operator/people/sessions.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { failed, type DeskFailure, type DeskHandlers, type DeskRequest, type DeskResult } from "./call.ts";
import { RECORDED } from "./recorded.ts";

export type DeskRouterNeeds = {
  readonly db: Database;
  readonly now: Clock;
  readonly secure: boolean;
  /** Writes a line in the audit log. `named`: an order, or what else was named, which is hashed. */
  record(line: Pick<AuditEntry, "actor" | "action" | "reason"> & { readonly named: string | null }): Promise<void>;
};

/** Registers every call of the desk with its handler. */
export function registerDeskApi(app: FastifyInstance, handlers: DeskHandlers, needs: DeskRouterNeeds): void {
  for (const name of Object.keys(DESK_PATHS) as DeskCallName[]) {
    const [method, path] = DESK_PATHS[name];
    app.route({
      method,
      url: DESK_API + path,
      handler: async (request, reply) => {
        void reply.headers({ "cache-control": "no-store", "content-security-policy": ANSWER_POLICY });
        const result = await answerCall(name, request, reply, handlers, needs);
        return result.ok ? reply.send(result.value ?? {}) : replyFailure(reply, result.failure);
      },
    });
  }
}

/** An answer is data: opened as a page, it loads and runs nothing. */
const ANSWER_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

type Answered = DeskResult<unknown, DeskFailureName>;

async function answerCall(
  name: DeskCallName,
  request: FastifyRequest,
  reply: FastifyReply,
  handlers: DeskHandlers,
  needs: DeskRouterNeeds,
): Promise<Answered> {
  const { db, now, secure, record } = needs;
  const { who, also, query, body, passive }: DeskCall = DESK_CALLS[name];
  if (!isOwn(request)) return failed("otherSite");
  if (!Object.values(request.params as Record<string, string>).every(isStorable)) return failed("unreadable");
  const cookies = cookiesOf(request, reply, { secure, sameSite: "strict" });
  const token = cookies.read(SESSION_COOKIE);
  const person = who === "anybody" ? null : await personOfSession(db, token, { now: now(), passive: passive === true });
  if (who !== "anybody" && !person) return failed("loginNeeded");
  const permits = person ? permitsOf(person.roles) : [];
  const mayNot = async (permit: DeskPermit): Promise<Answered> => {
    await record({ actor: actorOf(person), action: `desk refused ${name}`, named: namedIn(request), reason: permit });
    return failed("forbidden");
  };
  if (who !== "anybody" && who !== "person" && !permits.includes(who)) return mayNot(who);
  const read = readBoth(query, request.query, body, request.body);
  if (!read) return failed("unreadable");
  const needed = also?.(read.body as never);
  if (needed && !permits.includes(needed)) return mayNot(needed);
  const call = {
    ...read,
    params: request.params,
    person,
    cookies,
    locale: localeOf(request),
    ip: request.ip,
    userAgent: request.headers["user-agent"],
  } as DeskRequest<never>;
  const line = (
    RECORDED[name] as ((call: DeskRequest<never>) => { action: string; named?: string; reason?: string } | null) | null
  )?.(call);
  if (line)
    await record({
      actor: actorOf(person),
      action: line.action,
      named: line.named ?? null,
      reason: line.reason || null,
    });
  return (handlers[name] as (call: DeskRequest<never>) => Promise<Answered>)(call);
}

const actorOf = (person: DeskPerson | null) => person?.email ?? "";

/** The order that a refused call named. */
function namedIn({ params }: FastifyRequest): string | null {
  const { number } = params as { readonly number?: string };
  return number ?? null;
}

/**
 * Whether a page of the desk has sent it, as the browser says (Fetch Metadata). Beside the cookie, which no page of another site sends, and
 * the content type, which none can send without asking first.
 */
function isOwn({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

function readBoth(query: DeskCall["query"], sentQuery: unknown, body: DeskCall["body"], sentBody: unknown) {
  const read = (schema: DeskCall["query"], sent: unknown) =>
    schema === null ? ({ success: true, output: null } as const) : v.safeParse(schema, sent ?? {});
  const [one, other] = [read(query, sentQuery), read(body, sentBody)];
  return one.success && other.success ? { query: one.output, body: other.output } : null;
}

function replyFailure(reply: FastifyReply, { name, ...details }: DeskFailure): FastifyReply {
  if (details.retryAfter !== undefined) void reply.header("retry-after", details.retryAfter);
  return reply.code(DESK_FAILURES[name]).send({ failure: name, ...details });
}

/** Replies to thrown errors: what cannot be reached now, requests that nobody can read, and bugs, which are logged in full. */
export function replyDeskError(
  error: Error & { readonly statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof Unavailable || isOutage(error)) {
    request.log.warn(
      { error: error.message, path: request.routeOptions.url },
      "a system behind the desk did not answer",
    );
    return replyFailure(reply, { name: "unavailable" });
  }
  if ((error.statusCode ?? 500) < 500) return replyFailure(reply, { name: "unreadable" });
  request.log.error({ err: error, path: request.routeOptions.url }, "request of the desk failed");
  return replyFailure(reply, { name: "fault" });
}
