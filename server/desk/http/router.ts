import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import * as v from "valibot";
import { DESK_CALLS, type DeskCall } from "#contract/desk/calls.ts";
import type { DeskFailureName } from "#contract/desk/failures.ts";
import { DESK_API, DESK_PATHS, SHOWN_PERSON, type DeskCallName } from "#contract/desk/paths.ts";
import { isStorable } from "#contract/schemas/common.ts";
import type { AuditOutcome } from "#core/audit-outcome.ts";
import { permitsOf, type DeskPermit } from "#core/desk/roles.ts";
import { cookiesOf } from "#server/platform/http/cookies.ts";
import { localeOf } from "#server/platform/http/router.ts";
import { actorOfPerson, type DeskPerson } from "#server/operator/people/people.ts";
import { personOfSession, SESSION_COOKIE } from "#server/operator/people/sessions.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import { failed, type DeskHandlers, type DeskRequest, type DeskResult } from "./call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { inTime } from "./in-time.ts";
import { outcomeOf, RECORDED, refusedBy, type Recorded } from "./recorded.ts";
import { failureOf, failurePage, replyAnswer, replyFailure, replyPage } from "./replies.ts";
import { isSentBy } from "./sender.ts";

export type DeskRouterNeeds = {
  readonly db: Database;
  readonly log: Logger;
  readonly now: Clock;
  readonly secure: boolean;
  /** The provider at which people log in; null if they are invited. */
  readonly issuer: string | null;
  /** Whether a login without a passkey can do nothing but add one. */
  readonly needsPasskey: boolean;
  readonly record: DeskServices["record"];
};

/** Registers every call of the desk with its handler. */
export function registerDeskApi(app: FastifyInstance, handlers: DeskHandlers, needs: DeskRouterNeeds): void {
  app.setErrorHandler((error: Error, request, reply) => replyFailure(reply, failureOf(error, request, needs.log)));
  const names = Object.keys(DESK_PATHS) as DeskCallName[];
  const isForm = (name: DeskCallName) => (DESK_CALLS[name] as DeskCall).from === "provider";
  for (const name of names) if (!isForm(name)) registerCall(app, name, handlers, needs);
  // Forms are read only here, because pages of other sites can send them.
  void app.register(async (forms) => {
    await forms.register(formbody);
    for (const name of names) if (isForm(name)) registerCall(forms, name, handlers, needs);
  });
}

function registerCall(app: FastifyInstance, name: DeskCallName, handlers: DeskHandlers, needs: DeskRouterNeeds): void {
  const [method, path] = DESK_PATHS[name];
  const { from, bytes }: DeskCall = DESK_CALLS[name];
  const isNavigation = from === "navigation";
  app.route({
    method,
    url: DESK_API + path,
    exposeHeadRoute: false,
    ...(bytes !== undefined && { bodyLimit: bytes }),
    handler: async (request, reply) => {
      if (!isNavigation) {
        const result = await answerCall(name, request, reply, handlers, needs);
        return result.ok ? replyAnswer(name, reply, result.value) : replyFailure(reply, result.failure);
      }
      const result = await answerCall(name, request, reply, handlers, needs).catch((error: Error) => ({
        ok: false as const,
        failure: failureOf(error, request, needs.log),
      }));
      return replyPage(reply, result.ok ? (result.value as { page: string }).page : failurePage(result.failure));
    },
  });
}

type Answered = DeskResult<unknown, DeskFailureName>;

async function answerCall(
  name: DeskCallName,
  request: FastifyRequest,
  reply: FastifyReply,
  handlers: DeskHandlers,
  needs: DeskRouterNeeds,
): Promise<Answered> {
  const { db, now, secure, issuer, needsPasskey, record } = needs;
  const { who, also, from, passive, withoutProvider, beforePasskey }: DeskCall = DESK_CALLS[name];
  if (!isSentBy(from, request)) return failed("otherSite");
  if (withoutProvider && issuer !== null) return failed("providerOnly");
  if (!Object.values(request.params as Record<string, string>).every(isStorable)) return failed("unreadable");
  const cookies = cookiesOf(request, reply, { secure, sameSite: "strict" });
  const token = cookies.read(SESSION_COOKIE);
  const asked = { now: now(), issuer, passive: passive === true };
  const { person, session } = (who === "anybody" ? null : await inTime(personOfSession(db, token, asked))) ?? {
    person: null,
    session: null,
  };
  const shown = request.headers[SHOWN_PERSON];
  if (who !== "anybody" && (!person || (shown !== undefined && shown !== person.id))) return failed("loginNeeded");
  if (needsPasskey && session?.withPasskey === false && !beforePasskey) return failed("passkeyMissing");
  const permits = person ? permitsOf(person.roles) : [];
  const mayNot = async (permit: DeskPermit): Promise<Answered> => {
    const attempt = { actor: actorOf(person), action: `desk refused ${name}`, named: namedIn(request), reason: permit };
    const ended = await record(attempt);
    await ended(refusedBy("forbidden"));
    return failed("forbidden");
  };
  if (who !== "anybody" && who !== "person" && !permits.includes(who)) return mayNot(who);
  const read = readBoth(DESK_CALLS[name], request);
  if (typeof read === "string") return failed(read);
  const needed = also?.(read.body as never);
  if (needed && !permits.includes(needed)) return mayNot(needed);
  const call = {
    ...read,
    params: request.params,
    person,
    session,
    cookies,
    laxCookies: cookiesOf(request, reply, { secure, sameSite: "lax" }),
    locale: localeOf(request),
    ip: request.ip,
    userAgent: request.headers["user-agent"],
    lastEventId: lastEventIdOf(request),
  } as DeskRequest<never>;
  const handle = () => (handlers[name] as (call: DeskRequest<never>) => Promise<Answered>)(call);
  const line = (RECORDED[name] as ((call: DeskRequest<never>) => Recorded | null) | null)?.(call);
  return line ? answerRecorded(name, { ...line, actor: actorOf(person) }, needs, handle) : handle();
}

/** Answers a call between its line of the audit log and the line that says how it ended. */
async function answerRecorded(
  name: DeskCallName,
  { actor, action, named, reason, person }: Recorded & { readonly actor: string },
  { db, record }: DeskRouterNeeds,
  handle: () => Promise<Answered>,
): Promise<Answered> {
  const about = person === undefined ? null : ((await actorOfPerson(db, person)) ?? person);
  const because = [about, reason].filter(Boolean).join(": ");
  const ended = await record({ actor, action, named: named ?? about, reason: because || null });
  let outcome: AuditOutcome | null = { kind: "failed" };
  try {
    const result = await handle();
    outcome = outcomeOf(name, result);
    return result;
  } finally {
    if (outcome) await ended(outcome);
  }
}

function lastEventIdOf({ headers }: FastifyRequest): string | null {
  const id = headers["last-event-id"];
  return typeof id === "string" && id !== "" ? id : null;
}

const actorOf = (person: DeskPerson | null) => person?.actor ?? "";

/** The order that a refused call named. */
function namedIn({ params }: FastifyRequest): string | null {
  const { number } = params as { readonly number?: string };
  return number ?? null;
}

type Read = { readonly query: unknown; readonly body: unknown };

/** The query and the body of a call. A value that only fails a check which names a failure of the call fails with that. */
function readBoth({ query, body, fails }: DeskCall, request: FastifyRequest): Read | DeskFailureName {
  const read = (schema: DeskCall["query"], sent: unknown) =>
    schema === null ? ({ success: true, output: null } as const) : v.safeParse(schema, sent ?? {});
  const [one, other] = [read(query, request.query), read(body, request.body)];
  if (one.success && other.success) return { query: one.output, body: other.output };
  const issues = [one, other].flatMap((each) => (each.success ? [] : each.issues));
  const named = fails.find((name) => issues.every(({ message }) => message === name));
  return named ?? "unreadable";
}
