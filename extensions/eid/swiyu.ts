import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { EID_CLAIMS, type EidRefusal } from "#core/form/eid-claims.ts";
import { LANGUAGE_TAG, LOCALES } from "#core/text/locale.ts";
import { askJson, readAnswer, send } from "#server/platform/http/json-client.ts";
import { createBreaker } from "#server/platform/breaker.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { EidAnswer, EidPort } from "#server/sale/document/eid/port.ts";

export type SwiyuSettings = {
  /** The URL to which `/management/api/…` is appended. */
  readonly url: string;
  /** Issuers whose credentials are accepted. */
  readonly issuers: readonly string[];
  /** The type of the credential. */
  readonly type: string;
  /** The key that the verifier sends with its reports. */
  readonly webhookKey: string;
  /** Whether no picture of a document is needed with an e-ID. */
  readonly replacesPicture: boolean;
  readonly timeoutMs?: number;
  /** How long the verifier is not called after repeated failures, in ms. */
  readonly restMs: number;
};

const TIMEOUT_MS = 10_000;

/**
 * After this many consecutive failures, the verifier is not called for some time, so that pages that poll get a
 * response at once.
 */
const FAILURES = 5;

/** Maximum lengths of the name and the description of a purpose, in characters (OpenAPI file of the verifier). */
const [MAX_NAME, MAX_DESCRIPTION] = [50, 500];

/** The id of the credential in the query. The wallet's response may use it as a key. */
const QUERY = "eid";

/** Only links that open a wallet, because the page shows them as a link to click. */
const Deeplink = v.pipe(v.string(), v.regex(/^(swiyu-verify|openid4vp):\/\/\S+$/));
const Created = v.object({ id: v.pipe(v.string(), v.uuid()), verification_deeplink: Deeplink });
const Known = v.object({
  state: v.picklist(["PENDING", "SUCCESS", "FAILED"]),
  wallet_response: mayBeAbsent(
    v.object({
      error_code: mayBeAbsent(v.string()),
      credential_subject_data: mayBeAbsent(v.record(v.string(), v.unknown())),
    }),
  ),
});

/**
 * Returns the self-hosted verifier of the swiyu trust infrastructure, called through its management API (its OpenAPI
 * file, Verifier Management API).
 */
export function swiyuVerifier({
  url,
  issuers,
  type,
  webhookKey,
  replacesPicture,
  timeoutMs = TIMEOUT_MS,
  restMs,
}: SwiyuSettings): EidPort {
  const breaker = createBreaker("e-ID verifier", { failures: FAILURES, restMs });
  /**
   * The verifier itself checks issuer and type. This repeats the check, so that an error in the verifier's settings
   * cannot let just anyone buy a SIM.
   */
  const trusted = (answer: EidAnswer): EidAnswer => {
    if (answer.state !== "verified") return answer;
    const { iss = null, vct = null } = answer.claims;
    const isOurs =
      (iss === null || (typeof iss === "string" && issuers.includes(iss))) && (vct === null || vct === type);
    return isOurs ? answer : { state: "refused", reason: "notAccepted" };
  };
  const address = `${url.replace(/\/$/, "")}/management/api/verifications`;
  return {
    webhookKey,
    replacesPicture,
    isResting: () => breaker.isOpen,
    async begin(purpose) {
      const inEachLanguage = (length: number) =>
        Object.fromEntries([
          ["default", purpose.en.slice(0, length)],
          ...LOCALES.map((each) => [LANGUAGE_TAG[each].toLowerCase(), purpose[each].slice(0, length)]),
        ]) as Readonly<Record<string, string>>;
      const body = {
        accepted_issuer_dids: issuers,
        jwt_secured_authorization_request: true,
        response_mode: "direct_post",
        verification_purpose: {
          scope: "ch.kasse.subscriber_identity",
          purpose_name: inEachLanguage(MAX_NAME),
          purpose_description: inEachLanguage(MAX_DESCRIPTION),
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
      };
      const created = await breaker.run(() =>
        askJson("e-ID verifier /verifications", Created, { url: address, body, timeoutMs }),
      );
      return { id: created.id, link: created.verification_deeplink };
    },
    async ask(id) {
      const what = "e-ID verifier /verifications/{id}";
      return breaker.run(async () => {
        const answer = await send(what, { url: `${address}/${id}`, method: "GET", timeoutMs });
        if (answer.status === 404) return { state: "refused", reason: "expired" };
        if (!answer.ok) throw new Unavailable(`${what}: status ${answer.status}`);
        return trusted(answerOf(readAnswer(what, Known, answer.text)));
      });
    },
  };
}

/**
 * The refusal for each error code of the verifier (its OpenAPI file, VerificationErrorResponseCode); any other code
 * means `failed`.
 */
const REFUSAL_OF: Readonly<Record<string, EidRefusal>> = {
  client_rejected: "declined",
  access_denied: "declined",
  issuer_not_accepted: "notAccepted",
  public_key_of_issuer_unresolvable: "notAccepted",
  credential_invalid: "invalid",
  credential_expired: "invalid",
  credential_revoked: "invalid",
  credential_suspended: "invalid",
  credential_missing_data: "invalid",
  malformed_credential: "invalid",
  holder_binding_mismatch: "invalid",
  jwt_expired: "invalid",
  jwt_premature: "invalid",
  authorization_request_object_not_found: "expired",
  verification_process_closed: "expired",
};

function answerOf({ state, wallet_response }: v.InferOutput<typeof Known>): EidAnswer {
  if (state === "PENDING") return { state: "waiting" };
  const claims = wallet_response?.credential_subject_data;
  if (state === "SUCCESS" && claims) return { state: "verified", claims: claimsIn(claims) };
  return { state: "refused", reason: REFUSAL_OF[wallet_response?.error_code ?? ""] ?? "failed" };
}

/** Returns the claims, which may be the data itself or nested below the query's id: the OpenAPI file allows both. */
function claimsIn(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named: unknown = [data[QUERY]].flat()[0];
  return typeof named === "object" && named !== null ? (named as Readonly<Record<string, unknown>>) : data;
}
