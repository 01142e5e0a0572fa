import type { FastifyReply } from "fastify";

/** Why a call failed, as TM Forum's `Error` says it (TMF630, Error representation). */
export type TmfFailure = {
  readonly status: 400 | 401 | 404 | 405 | 413 | 415 | 429 | 500 | 503;
  /** A code for programs. */
  readonly code: string;
  readonly reason: string;
  /** What to do about it. */
  readonly message?: string;
};
export type TmfResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: TmfFailure };

export const failed = (failure: TmfFailure): { readonly ok: false; readonly failure: TmfFailure } => ({
  ok: false,
  failure,
});

export function sendFailure(reply: FastifyReply, { status, code, reason, message }: TmfFailure): FastifyReply {
  const body = { "@type": "Error", code, reason, ...(message !== undefined && { message }), status: String(status) };
  return reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}
