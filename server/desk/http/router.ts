import type { Database } from "#server/platform/database/database.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { Logger } from "pino";
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DeskCall } from "#contract/call.ts";
import { DESK_CALLS } from "#contract/desk/calls.ts";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { DESK_INTERFACE } from "#contract/openapi/desk.ts";
import { openApiDocument } from "#contract/openapi/document.ts";
import type { FailureName } from "#contract/failures.ts";
import type { AuditOutcome } from "#core/desk/audit-outcome.ts";
import type { DeskPermit } from "#core/desk/roles.ts";
import { actorOfPerson } from "#server/operator/desk-people/people.ts";
import { cookiesOf } from "#server/platform/http/cookies.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { registerCalls, type Interface } from "#server/api/router.ts";
import type { DeskCaller, DeskHandlers, DeskRequest } from "./call.ts";
import { type Door, isSentBy } from "./caller.ts";
import { outcomeOf, RECORDED, type Recorded } from "./recorded.ts";
import { failureOf, failurePage, replyAnswer, replyFailure, replyPage } from "./replies.ts";

const NAMES = Object.keys(DESK_PATHS) as DeskCallName[];
const rowOf = (name: DeskCallName): DeskCall => DESK_CALLS[name];
const isForm = (name: DeskCallName) => rowOf(name).form === "only";

/** What responding to calls needs, apart from the handlers. */
type Needs = {
  readonly door: Door;
  readonly db: Database;
  readonly log: Logger;
  readonly secure: boolean;
  /** The login provider; null if people are invited. */
  readonly issuer: string | null;
  readonly record: DeskServices["record"];
};

/** Registers every desk call with its handler, and the document that describes them. */
export function registerDeskApi(app: FastifyInstance, handlers: DeskHandlers, needs: Needs): void {
  app.setErrorHandler((error: Error, request, reply) =>
    replyFailure(reply, failureOf(error, request.routeOptions.url ?? "", needs.log)),
  );
  const face = interfaceOf(handlers, needs);
  registerCalls(
    app,
    NAMES.filter((name) => !isForm(name)),
    face,
  );
  // Forms are only parsed for these calls, because pages of other sites can send forms.
  void app.register(async (forms) => {
    await forms.register(formbody);
    registerCalls(forms, NAMES.filter(isForm), face);
  });
  app.get(`${DESK_API}/openapi.json`, async ({ host, protocol }) =>
    openApiDocument(DESK_INTERFACE, `${protocol}://${host}`),
  );
}

type Answered = Result<unknown, FailureName>;

function interfaceOf(handlers: DeskHandlers, needs: Needs): Interface<DeskCallName, DeskCaller> {
  const { secure, issuer, log } = needs;
  return {
    prefix: DESK_API,
    paths: DESK_PATHS,
    calls: DESK_CALLS,
    head: false,
    handlers,
    async admit(name, request, reply) {
      const row = rowOf(name);
      if (!isSentBy(row, request)) return fail("otherSite");
      if (row.withoutProvider && issuer !== null) return fail("providerOnly");
      const caller = row.who === "anybody" ? null : await needs.door.callerOf(request, reply, row);
      if (typeof caller === "string") return fail(caller);
      const { person, session } = caller ?? { person: null, session: null };
      const asked = { what: name, named: namedIn(request.params) };
      if (person && row.who !== "person" && !(await needs.door.hasPermit(person, row.who as DeskPermit, asked)))
        return fail("forbidden");
      return ok({
        person,
        session,
        cookies: cookiesOf(request, reply, { secure, sameSite: "strict" }),
        laxCookies: cookiesOf(request, reply, { secure, sameSite: "lax" }),
        userAgent: request.headers["user-agent"],
        lastEventId: lastEventIdOf(request),
      });
    },
    async check(name, { person, body, params }) {
      const needed = rowOf(name).also?.(body as never);
      if (!needed) return null;
      const asked = { what: name, named: namedIn(params) };
      return person && (await needs.door.hasPermit(person, needed, asked)) ? null : fail("forbidden");
    },
    async handle(name, request, handle) {
      const recorded = RECORDED[name] as ((request: DeskRequest<never>) => Recorded | null) | null;
      const line = recorded?.(request as never);
      const answer = line
        ? answerRecorded(name, { ...line, actor: request.person?.actor ?? "" }, needs, handle)
        : handle();
      // For a page, exceptions must become failures here, because the browser is then led to a page that shows the
      // failure.
      if (rowOf(name).from !== "navigation") return answer;
      return answer.catch((error: Error) => ({
        ok: false as const,
        failure: failureOf(error, DESK_API + DESK_PATHS[name][1], log),
      }));
    },
    answer: (name, reply, value) =>
      rowOf(name).from === "navigation"
        ? replyPage(reply, (value as { page: string }).page)
        : replyAnswer(rowOf(name), reply, value),
    fail: (name, reply, failure) =>
      rowOf(name).from === "navigation" ? replyPage(reply, failurePage(failure)) : replyFailure(reply, failure),
  };
}

/** Handles a call. Writes its entry in the audit log before, and the entry with its outcome afterwards. */
async function answerRecorded(
  name: DeskCallName,
  { actor, action, named, reason, person }: Recorded & { readonly actor: string },
  { db, record }: Pick<Needs, "db" | "record">,
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

/** Returns the order that a call names. */
const namedIn = (params: unknown): string | null => (params as { readonly number?: string }).number ?? null;
