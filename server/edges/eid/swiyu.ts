import * as v from "valibot";
import { EID_CLAIMS, REFUSAL_OF } from "#core/eid.ts";
import { LANGUAGE_TAG, LOCALES } from "#core/locale.ts";
import { askJson, readJson, send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { EidAnswer, EidPort } from "#server/sale/document/eid/port.ts";

export type SwiyuSettings = {
  /** The address that `/management/api/…` is appended to. */
  readonly url: string;
  /** Issuers whose credentials are accepted. */
  readonly issuers: readonly string[];
  /** The type of the credential. */
  readonly type: string;
  readonly timeoutMs: number;
};

/** Characters of a purpose, as the file has them. */
const [MOST_NAME, MOST_DESCRIPTION] = [50, 500];

/** The id of the credential in the query, by which the wallet's answer may name it. */
const QUERY = "eid";

/** Only links that open a wallet: the page makes them a link to press. */
const Deeplink = v.pipe(v.string(), v.regex(/^(swiyu-verify|openid4vp):\/\/\S+$/));
const Created = v.object({ id: v.pipe(v.string(), v.uuid()), verification_deeplink: Deeplink });
const Known = v.object({
  state: v.picklist(["PENDING", "SUCCESS", "FAILED"]),
  wallet_response: v.nullish(
    v.object({
      error_code: v.nullish(v.string()),
      credential_subject_data: v.nullish(v.record(v.string(), v.unknown())),
    }),
  ),
});

/** The self-hosted verifier of the swiyu trust infrastructure, by its management API (its OpenAPI file, Verifier Management API). */
export function swiyuVerifier({ url, issuers, type, timeoutMs }: SwiyuSettings): EidPort {
  /** The verifier has checked it, too; a mistake in its settings must not sell a SIM to anybody. Who issued it, and its type, are always shown. */
  const trusted = (answer: EidAnswer): EidAnswer => {
    if (answer.state !== "verified") return answer;
    const { iss, vct } = answer.claims;
    const isOurs =
      (iss === undefined || (typeof iss === "string" && issuers.includes(iss))) && (vct === undefined || vct === type);
    return isOurs ? answer : { state: "refused", reason: "notAccepted" };
  };
  const address = `${url.replace(/\/$/, "")}/management/api/verifications`;
  return {
    async begin(purpose) {
      const inWords = (length: number) =>
        Object.fromEntries([
          ["default", purpose.en.slice(0, length)],
          ...LOCALES.map((each) => [LANGUAGE_TAG[each].toLowerCase(), purpose[each].slice(0, length)]),
        ]) as Readonly<Record<string, string>>;
      const created = await askJson("e-ID verifier /verifications", Created, {
        url: address,
        body: {
          accepted_issuer_dids: issuers,
          jwt_secured_authorization_request: true,
          response_mode: "direct_post",
          verification_purpose: {
            scope: "ch.kasse.subscriber_identity",
            purpose_name: inWords(MOST_NAME),
            purpose_description: inWords(MOST_DESCRIPTION),
          },
          dcql_query: {
            credentials: [
              {
                id: QUERY,
                format: "dc+sd-jwt",
                meta: { vct_values: [type] },
                claims: EID_CLAIMS.map((claim) => ({ path: [claim] })),
                require_cryptographic_holder_binding: true,
              },
            ],
          },
        },
        timeoutMs,
      });
      return { id: created.id, link: created.verification_deeplink };
    },
    async ask(id) {
      const what = "e-ID verifier /verifications/{id}";
      const answer = await send(what, { url: `${address}/${id}`, method: "GET", timeoutMs });
      if (answer.status === 404) return { state: "refused", reason: "expired" };
      const known = answer.ok ? readJson(Known, answer.text) : null;
      if (!known) throw new Unavailable(`${what}: status ${answer.status}, or an answer that cannot be read`);
      return trusted(answerOf(known));
    },
  };
}

function answerOf({ state, wallet_response }: v.InferOutput<typeof Known>): EidAnswer {
  if (state === "PENDING") return { state: "waiting" };
  const claims = wallet_response?.credential_subject_data;
  if (state === "SUCCESS" && claims) return { state: "verified", claims: claimsIn(claims) };
  return { state: "refused", reason: REFUSAL_OF[wallet_response?.error_code ?? ""] ?? "failed" };
}

/** The claims themselves, or below the id of the query: the file leaves that open. */
function claimsIn(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named: unknown = [data[QUERY]].flat()[0];
  return typeof named === "object" && named !== null ? (named as Readonly<Record<string, unknown>>) : data;
}
