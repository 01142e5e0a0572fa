import type { FastifyReply } from "fastify";

/** Why a call failed, as TM Forum's `Error` says it (TMF630, Error representation). */
export type TmfFailure = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 415 | 431 | 500 | 503;
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

/** Returns a failure as TM Forum's `Error`. */
export function errorBody({ status, code, reason, message }: TmfFailure): string {
  return JSON.stringify({
    "@type": "Error",
    code,
    reason,
    ...(message !== undefined && { message }),
    status: String(status),
  });
}

export const sendFailure = (reply: FastifyReply, failure: TmfFailure): FastifyReply =>
  reply.code(failure.status).type("application/json; charset=utf-8").send(errorBody(failure));
