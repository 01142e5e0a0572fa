import type { FastifyReply, FastifyRequest } from "fastify";
import { DESK_TOTAL_MS } from "#core/desk/session-life.ts";

/** The cookie of a login: no script reads it, and no page of another site sends it. */
export type SessionCookie = {
  read(): string | null;
  keep(token: string): void;
  end(): void;
};

/** Served over https it has the prefix `__Host-`, so that no other host can set it. */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): SessionCookie {
  const name = secure ? "__Host-kasse-desk" : "kasse-desk";
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure } as const;
  return {
    read: () => request.cookies[name] ?? null,
    keep: (token) => void reply.setCookie(name, token, { ...options, maxAge: DESK_TOTAL_MS / 1000 }),
    end: () => void reply.clearCookie(name, options),
  };
}
