import * as v from "valibot";
import { readJson, send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";

export type OppwaSettings = {
  /** Such as `https://eu-test.oppwa.com`. */
  readonly url: string;
  readonly entityId: string;
  readonly token: string;
  readonly timeoutMs: number;
};

const Answer = v.object({
  id: v.optional(v.string()),
  paymentType: v.optional(v.string()),
  integrity: v.optional(v.string()),
  result: v.object({ code: v.pipe(v.string(), v.regex(/^\d{3}\.\d{3}\.\d{3}$/)) }),
  payments: v.optional(
    v.array(
      v.object({
        id: v.string(),
        paymentType: v.optional(v.string()),
        referencedId: v.optional(v.string()),
        result: v.object({ code: v.string() }),
      }),
    ),
  ),
});
export type OppwaAnswer = v.InferOutput<typeof Answer>;
export type OppwaCall = (
  method: "GET" | "POST",
  path: string,
  fields?: Readonly<Record<string, string>>,
) => Promise<OppwaAnswer>;

/** Who asks is not known or may not, or the platform is at fault: it says nothing about a payment (result codes 800.900, 600, 999). */
const NOT_ABOUT_THE_PAYMENT = /^(800\.900|600\.|999\.)/;

/**
 * Calls the platform. A declined payment comes with a 4xx and its result code, and is an answer; no answer, one without a
 * result code, and one about the request instead of the payment throw Unavailable. The token is in a header alone.
 */
export function oppwaCalls({ url, entityId, token, timeoutMs }: OppwaSettings): OppwaCall {
  return async (method, path, fields = {}) => {
    const sent = new URLSearchParams({ entityId, ...fields });
    const what = `OPPWA ${method} ${path.replace(/[^/]{20,}/g, "…")}`;
    const answer = await send(what, {
      url: method === "GET" ? `${url}${path}?${sent}` : url + path,
      method,
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      ...(method === "POST" && { body: sent }),
      timeoutMs,
    });
    const read = readJson(Answer, answer.text);
    if (answer.status >= 500 || !read) throw new Unavailable(`${what}: status ${answer.status}`);
    const { code } = read.result;
    if (answer.status === 401 || answer.status === 403 || NOT_ABOUT_THE_PAYMENT.test(code))
      throw new Unavailable(`${what}: status ${answer.status}, result ${code}`);
    return read;
  };
}
