import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readAnswer, readJson, send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

export type DatatransSettings = {
  /** Such as `https://api.sandbox.datatrans.com`. */
  readonly url: string;
  readonly merchantId: string;
  readonly password: string;
  readonly timeoutMs: number;
};

type Post = {
  readonly body: object;
  /** Identifies the operation, so that it is only carried out once if the call is repeated. */
  readonly key: string;
};

/**
 * Makes a call of the API. Returns null for a query about an unknown transaction; throws Unavailable for every other
 * failure.
 */
export type DatatransCall = <Schema extends v.GenericSchema>(
  what: string,
  path: string,
  schema: Schema,
  post?: Post,
) => Promise<v.InferOutput<Schema> | null>;

const Refusal = v.object({ error: v.object({ code: mayBeAbsent(v.string()) }) });

/**
 * Delays before a call is repeated because its first attempt is still being processed (409; API reference,
 * "Idempotency"), in ms.
 */
const RETRY_DELAYS_MS = [200, 400, 800, 1600] as const;

/**
 * Calls the API with HTTP basic authentication (API reference, "Authentication", "Errors"). Error codes are logged, but
 * not messages, because they may repeat data from the request.
 */
export function datatransCalls({ url, merchantId, password, timeoutMs }: DatatransSettings): DatatransCall {
  const authorization = `Basic ${Buffer.from(`${merchantId}:${password}`).toString("base64")}`;
  return async (what, path, schema, post) => {
    const body = post && JSON.stringify(post.body);
    const ask = () =>
      send(`Datatrans ${what}`, {
        url: url + path,
        method: post ? "POST" : "GET",
        headers: {
          authorization,
          accept: "application/json",
          ...(post && { "content-type": "application/json; charset=UTF-8", "idempotency-key": keyOf(post.key, body) }),
        },
        ...(body && { body }),
        timeoutMs,
      });
    let answer = await ask();
    for (const retryDelay of RETRY_DELAYS_MS) {
      if (answer.status !== 409) break;
      await delay(retryDelay);
      answer = await ask();
    }
    if (answer.ok) {
      // The response to settling and cancelling is 204, without a body.
      return answer.text === "" ? null : readAnswer(`Datatrans ${what}`, schema, answer.text);
    }
    const code = readJson(Refusal, answer.text)?.error.code ?? "?";
    if (code === "TRANSACTION_NOT_FOUND" && !post) return null;
    throw new Unavailable(`Datatrans ${what}: status ${answer.status}, code ${code}`);
  };
}

/**
 * Returns the idempotency key. It includes the body, because the same key with another body is refused (422), and the
 * body of a retry can differ: it contains the IP address and the language.
 */
function keyOf(key: string, body = ""): string {
  return createHash("sha256").update(`${key}\n${body}`).digest("hex").slice(0, 40);
}
