import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readAnswer, readJson, send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { TRANSACTION, TransactionRecord } from "./records.ts";

export type OppwaSettings = {
  /** Such as `https://eu-test.oppwa.com`. */
  readonly url: string;
  readonly entityId: string;
  readonly token: string;
  readonly timeoutMs: number;
};

const Answer = v.object({
  ...TRANSACTION,
  id: mayBeAbsent(v.string()),
  integrity: mayBeAbsent(v.string()),
  result: v.object({ code: v.pipe(v.string(), v.regex(/^\d{3}\.\d{3}\.\d{3}$/)) }),
  /** The transactions of a report, `GET /v3/query`. */
  records: mayBeAbsent(v.array(TransactionRecord)),
});
type OppwaAnswer = v.InferOutput<typeof Answer>;
export type OppwaCall = (
  method: "GET" | "POST",
  path: string,
  fields?: Readonly<Record<string, string>>,
) => Promise<OppwaAnswer>;

/**
 * Result codes for failed authentication, missing permission or a fault of the platform, which say nothing about the
 * payment.
 */
const NOT_ABOUT_THE_PAYMENT = /^(800\.900|600\.|999\.)/;

/**
 * Calls the platform. A declined payment is a 4xx with a result code, and is returned. Throws Unavailable if there is
 * no response or no result code, or if the result code says nothing about the payment. The token is only sent in a
 * header.
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
    const read = answer.ok ? readAnswer(what, Answer, answer.text) : readJson(Answer, answer.text);
    if (answer.status >= 500 || !read) throw new Unavailable(`${what}: status ${answer.status}`);
    const { code } = read.result;
    if (answer.status === 401 || answer.status === 403 || NOT_ABOUT_THE_PAYMENT.test(code))
      throw new Unavailable(`${what}: status ${answer.status}, result ${code}`);
    return read;
  };
}
