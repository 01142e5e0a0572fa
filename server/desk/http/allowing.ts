import type { FastifyReply, FastifyRequest } from "fastify";
import { permitsOf, type DeskPermit } from "#core/desk/roles.ts";
import { personOfSession, SESSION_COOKIE } from "#server/operator/people/sessions.ts";
import { cookiesOf } from "#server/platform/http/cookies.ts";
import { inTime } from "./in-time.ts";
import { replyFailure } from "./replies.ts";
import type { DeskRouterNeeds } from "./router.ts";
import { isSentBy } from "./sender.ts";

/** Returns a function that tells whether the caller may see something that is not a call, such as a preview. Otherwise it answers with the refusal. */
export function allowing(permit: DeskPermit, { db, now, secure, issuer, needsPasskey }: DeskRouterNeeds) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const token = cookiesOf(request, reply, { secure, sameSite: "strict" }).read(SESSION_COOKIE);
    const found = isSentBy(undefined, request)
      ? await inTime(personOfSession(db, token, { now: now(), issuer, passive: false }))
      : null;
    const failure = refusalOf(found, needsPasskey, permit);
    if (failure) await replyFailure(reply, { name: failure });
    return failure === null;
  };
}

function refusalOf(found: Awaited<ReturnType<typeof personOfSession>>, needsPasskey: boolean, permit: DeskPermit) {
  if (!found) return "loginNeeded";
  if (needsPasskey && !found.session.withPasskey) return "passkeyMissing";
  return permitsOf(found.person.roles).includes(permit) ? null : "forbidden";
}
