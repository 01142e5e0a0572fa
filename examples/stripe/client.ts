import { mayBeAbsent, readAnswer, readJson, send, Unavailable, v } from "kasse/extension";

export type Account = { readonly url: string; readonly secretKey: string; readonly timeoutMs: number };

/** The fields of a POST, and the key with which Stripe carries it out only once for 24 hours. */
type Post = { readonly fields: Readonly<Record<string, string | number>>; readonly key?: string };

/**
 * Makes a call of the API. Returns null if Stripe does not know what is asked for; throws Unavailable for every other
 * refusal, with its code but without its message, which may repeat data of the request.
 */
export type StripeCall = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  post?: Post,
) => Promise<v.InferOutput<Schema> | null>;

/** API reference, "Errors". */
const Refusal = v.object({ error: v.object({ type: mayBeAbsent(v.string()), code: mayBeAbsent(v.string()) }) });

/** The version that this extension was written with. An account's own default may be older. */
const VERSION = "2024-06-20";

const formOf = (fields: Post["fields"]) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));

export function stripeCalls({ url, secretKey, timeoutMs }: Account): StripeCall {
  return async (path, schema, post) => {
    const what = `Stripe ${path.split("?")[0]?.replace(/\b(?:cs|pi|re)_\w+/g, "…")}`;
    const { ok, status, text } = await send(what, {
      url: `${url}${path}`,
      method: post ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${secretKey}`,
        "stripe-version": VERSION,
        ...(post?.key !== undefined && { "idempotency-key": post.key }),
      },
      ...(post && { body: formOf(post.fields) }),
      timeoutMs,
    });
    if (ok) return readAnswer(what, schema, text);
    const code = readJson(Refusal, text)?.error.code ?? "?";
    if (code === "resource_missing") return null;
    throw new Unavailable(`${what}: status ${status}, code ${code}`);
  };
}
