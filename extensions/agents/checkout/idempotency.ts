import { createHash } from "node:crypto";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { refused, success, type Answer } from "../answer.ts";
import { claimKey, keepAnswer } from "../queries.ts";

type Request = {
  readonly platform: string;
  /** The `Idempotency-Key` of the request. */
  readonly key: string | null;
  readonly operation: string;
  /** The body as it was sent, which can be nested too deeply for anything but a comparison of bytes. */
  readonly body: Buffer;
  readonly at: Date;
};

const MAX_KEY_LENGTH = 255;

type Body = Readonly<Record<string, unknown>>;

/**
 * Runs an operation once for each key of a platform, in one transaction with its answer. A repeated request gets the
 * first answer, or 409 if it asks for something else (checkout-rest, "Specific Header Requirements"). Only successes
 * are kept: after any other answer, nothing has happened. The link to take over is never stored; `withLink` makes
 * another.
 */
export async function once(
  db: Database,
  { platform, key, operation, body, at }: Request,
  run: (tx: Handle) => Promise<Answer>,
  withLink: (kept: Body) => Body,
): Promise<Answer> {
  if (key === null || key.length === 0 || key.length > MAX_KEY_LENGTH)
    return refused(400, "idempotency_key_required", "Send an Idempotency-Key of at most 255 characters");
  const fingerprint = createHash("sha256").update(`${operation} `).update(body).digest();
  return db.transaction().execute(async (tx) => {
    const kept = await claimKey(tx, { platform, key, fingerprint, at });
    if (kept) {
      return kept.fingerprint.equals(fingerprint)
        ? success(withLink(kept.body as Body), kept.status === 201 ? 201 : 200)
        : refused(409, "idempotency_key_reused", "This Idempotency-Key was used for another request");
    }
    const answer = await run(tx);
    await keepAnswer(tx, { platform, key }, answer.kind === "success" ? withoutLink(answer) : null);
    return answer;
  });
}

const withoutLink = ({ status, body: { continue_url: _link, ...body } }: { status: number; body: Body }) => ({
  status,
  body,
});
