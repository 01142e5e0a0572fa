import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { DESK_CALLS, type DeskCall } from "#contract/desk/calls.ts";
import type { DeskFailureName } from "#contract/desk/failures.ts";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { isStorable } from "#contract/schemas/common.ts";
import type { AuditOutcome } from "#core/audit-outcome.ts";
import type { DeskPermit } from "#core/desk/roles.ts";
import { cookiesOf } from "#server/platform/http/cookies.ts";
import { localeOf } from "#server/platform/http/router.ts";
import { actorOfPerson, type DeskPerson } from "#server/operator/people/people.ts";
import { failed, type DeskHandlers, type DeskRequest, type DeskResult } from "./call.ts";
import { callerOf, hasPermit, type DeskRouterNeeds } from "./caller.ts";
import { outcomeOf, RECORDED, type Recorded } from "./recorded.ts";
import { failureOf, failurePage, replyAnswer, replyFailure, replyPage } from "./replies.ts";
import { isSentBy } from "./sender.ts";

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
  const { secure, issuer } = needs;
  const row: DeskCall = DESK_CALLS[name];
  const { who, also, from, withoutProvider } = row;
  if (!isSentBy(from, request)) return failed("otherSite");
  if (withoutProvider && issuer !== null) return failed("providerOnly");
  if (!Object.values(request.params as Record<string, string>).every(isStorable)) return failed("unreadable");
  const caller = who === "anybody" ? null : await callerOf(request, reply, row, needs);
  if (typeof caller === "string") return failed(caller);
  const { person, session } = caller ?? { person: null, session: null };
  const asked = { what: name, named: namedIn(request) };
  const lacks = async (permit: DeskPermit) => person === null || !(await hasPermit(person, permit, asked, needs));
  if (who !== "anybody" && who !== "person" && (await lacks(who))) return failed("forbidden");
  const read = readBoth(row, request);
  if (typeof read === "string") return failed(read);
  const needed = also?.(read.body as never);
  if (needed && (await lacks(needed))) return failed("forbidden");
  const call = {
    ...read,
    params: request.params,
    person,
    session,
    cookies: cookiesOf(request, reply, { secure, sameSite: "strict" }),
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
