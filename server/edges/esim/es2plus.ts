import { withCertificate } from "#server/platform/http/client-certificate.ts";
import * as v from "valibot";
import { isSmdpAddress } from "#core/esim.ts";
import { askJson } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import { EsimRefused, type EsimPort } from "#server/sale/esim/port.ts";

export type Es2PlusSettings = {
  /** The address that `/gsma/rsp2/es2plus/` is appended to. */
  readonly url: string;
  /** The operator's own identifier at the SM-DP+. */
  readonly requester: string;
  /** The address in activation codes if the SM-DP+ returns none. */
  readonly smdpAddress: string;
  /** The client certificate for mutual TLS, in PEM form; null without one. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 15_000;
const BASE = "/gsma/rsp2/es2plus/";

const Answer = v.object({
  header: v.object({
    functionExecutionStatus: v.object({
      status: v.string(),
      statusCodeData: v.optional(v.object({ subjectCode: v.string(), reasonCode: v.string() })),
    }),
  }),
  iccid: v.optional(v.pipe(v.string(), v.regex(/^\d{18,20}F?$/))),
  smdpAddress: v.optional(v.pipe(v.string(), v.check(isSmdpAddress))),
});
type Answer = v.InferOutput<typeof Answer>;

/** "Matching ID: already in use". Matching ids are random, so an earlier try of the same call succeeded. */
const ALREADY_CONFIRMED = "8.2.6/3.3";

/** Orders eSIM profiles by ES2+ over HTTPS (GSMA SGP.22 5.3, JSON binding): downloadOrder, then confirmOrder with release. */
export function es2Plus(settings: Es2PlusSettings): EsimPort {
  const connection = withCertificate(settings.certificate);
  const ask = (call: string, callId: string, body: object): Promise<Answer> => {
    const header = { functionRequesterIdentifier: settings.requester, functionCallIdentifier: callId };
    return askJson(`ES2+ ${call}`, Answer, {
      url: settings.url + BASE + call,
      headers: { "x-admin-protocol": "gsma/rsp/v2.2.0" },
      body: { header, ...body },
      timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
      ...connection,
    });
  };
  return {
    async downloadOrder({ callId, profileType }) {
      const answer = await ask("downloadOrder", callId, { profileType });
      const refusal = refusalOf(answer);
      if (refusal) throw new EsimRefused(`ES2+ downloadOrder was refused: ${refusal}`);
      if (!answer.iccid) throw new Unavailable("ES2+ downloadOrder: an answer without ICCID");
      return { iccid: answer.iccid };
    },
    async confirmOrder({ callId, iccid, matchingId }) {
      const answer = await ask("confirmOrder", callId, { iccid, matchingId, releaseFlag: true });
      const refusal = refusalOf(answer);
      if (refusal && refusal !== ALREADY_CONFIRMED) throw new EsimRefused(`ES2+ confirmOrder was refused: ${refusal}`);
      return { smdpAddress: answer.smdpAddress ?? settings.smdpAddress };
    },
  };
}

/**
 * Subject and reason code of a failed call; null for a successful one. Throws Unavailable for an expired call, so that it
 * is retried.
 */
function refusalOf({ header }: Answer): string | null {
  const { status, statusCodeData } = header.functionExecutionStatus;
  if (status.startsWith("Executed")) return null;
  if (status === "Expired") throw new Unavailable("ES2+: the call expired");
  return statusCodeData ? `${statusCodeData.subjectCode}/${statusCodeData.reasonCode}` : status;
}
