import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { refused } from "../answer.ts";
import type { Operation } from "../operation.ts";
import type { PlatformRequest } from "../protocol/platforms.ts";
import { fieldOf } from "../protocol/signature/base.ts";
import { readRequest } from "../request.ts";
import { asOutcome, serve, type Outcome, type Serving } from "../serve.ts";

/** What every tool's arguments have (UCP checkout-mcp, Request Metadata). */
const Arguments = v.looseObject({
  meta: mayBeAbsent(
    v.looseObject({
      "ucp-agent": mayBeAbsent(v.looseObject({ profile: mayBeAbsent(v.string()) })),
      "idempotency-key": mayBeAbsent(v.string()),
    }),
  ),
});
const Id = v.pipe(v.string(), v.nonEmpty());
const WithId = v.looseObject({ id: Id });
const WithoutId = v.looseObject({ id: v.fallback(Id, "-") });

/** Runs an operation as a tool. `sent`: the arguments as they were received. */
export async function callTool(
  serving: Serving,
  operation: Operation,
  sent: unknown,
  received: PlatformRequest,
): Promise<Outcome> {
  const read = readRequest(Arguments, sent);
  if (!read.ok) return asOutcome(read.refused);
  const named = readRequest(operation.hasId ? WithId : WithoutId, sent);
  if (!named.ok) return asOutcome(named.refused);
  const { meta = {} } = read.value;
  const inHeader = fieldOf(received.headers, "idempotency-key");
  const key = meta["idempotency-key"] ?? inHeader;
  if (inHeader !== null && inHeader !== key)
    return asOutcome(refused(400, "idempotency_key_mismatch", "Idempotency-Key and meta have to name the same key"));
  const request = operation.argument === null ? {} : (read.value[operation.argument] ?? {});
  return serve(serving, operation, {
    received,
    inBody: { profile: meta["ucp-agent"]?.profile ?? null },
    languages: fieldOf(received.headers, "accept-language") ?? undefined,
    id: named.value.id,
    key,
    // The message has an id of its own, which is another one in a repetition.
    raw: Buffer.from(JSON.stringify(request)),
    read: async () => request,
  });
}
