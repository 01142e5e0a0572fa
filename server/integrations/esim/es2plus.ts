import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readJson, send, type Play } from "#server/platform/http/json-client.ts";
import { NotReached, Unavailable } from "#server/platform/unavailable.ts";
import type { EsimPort, EsimProblem, EsimResult, FinalStatus } from "#server/sale/esim/port.ts";
import { problemOf, type Es2Function } from "./es2plus-codes.ts";
import { isSmdpAddress } from "#core/order/esim.ts";

export type Es2PlusSettings = {
  /** The URL to which `/gsma/rsp2/es2plus/` is appended. */
  readonly url: string;
  /** The operator's own identifier at the SM-DP+. */
  readonly requester: string;
  /** The SM-DP+ address in activation codes, if the SM-DP+ returns none (GSMA SGP.22 5.3.2). */
  readonly smdpAddress: string;
  /** Whether to order a specific ICCID of the operator's pool, or any profile of a type. */
  readonly orderBy: "type" | "iccid";
  readonly finalStatus: FinalStatus;
  /** The client certificate for mutual TLS, in PEM form; null if none is needed. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  readonly timeoutMs?: number;
  /** Whether this SM-DP+ treats a repeated call id as the same order, which ES2+ does not guarantee. */
  readonly byCallId?: boolean;
  readonly play?: Play;
};

const TIMEOUT_MS = 15_000;
const BASE = "/gsma/rsp2/es2plus/";

type Asked = { readonly callId: string; readonly repeated: boolean };
/** `answer` is null if a code counts as success, because an earlier call has succeeded and its response was lost. */
type Reply = EsimResult<Es2Answer | null>;

/**
 * Orders eSIM profiles by ES2+ over HTTPS (GSMA SGP.22 5.3, JSON binding of 6.5): downloadOrder, then confirmOrder with
 * release.
 */
export function es2Plus(settings: Es2PlusSettings): EsimPort {
  async function ask(call: Es2Function, { callId, repeated }: Asked, body: object): Promise<Reply> {
    const header = { functionRequesterIdentifier: settings.requester, functionCallIdentifier: callId };
    const request = {
      url: settings.url + BASE + call,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-admin-protocol": "gsma/rsp/v2.2.0",
      },
      body: JSON.stringify({ header, ...body }),
      timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
      certificate: settings.certificate,
      play: settings.play,
    };
    try {
      const { status, ok, text } = await send(call, request);
      if (!ok) return refused(notDone(status) ? "retry" : "lost", `${call} HTTP ${status}`);
      const answer = readJson(Es2Answer, text);
      if (answer === null) return refused("lost", `${call} unreadable answer`);
      const code = codeOf(answer);
      if (code === null) return { ok: true, value: answer };
      const problem = problemOf(call, code, repeated);
      return problem === null ? { ok: true, value: null } : { ok: false, problem };
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      return refused(error instanceof NotReached ? "retry" : "lost", error.message);
    }
  }
  return {
    byIccid: settings.orderBy === "iccid",
    byCallId: settings.byCallId ?? false,
    finalStatus: settings.finalStatus,
    async downloadOrder({ profileType, iccid, ...call }) {
      const reply = await ask("downloadOrder", call, { profileType, ...(iccid !== null && { iccid }) });
      // The call did not choose an ICCID, so trying another one is no option.
      if (!reply.ok && reply.problem.kind === "iccidTaken" && iccid === null)
        return refused("failed", reply.problem.code);
      if (!reply.ok) return reply;
      const reserved = reply.value?.iccid ?? iccid;
      return reserved === null
        ? refused("lost", "downloadOrder without ICCID")
        : { ok: true, value: { iccid: reserved } };
    },
    async confirmOrder({ iccid, matchingId, ...call }) {
      const reply = await ask("confirmOrder", call, { iccid, matchingId, releaseFlag: true });
      if (!reply.ok) return reply;
      // 5.3.2: the response contains the matching id, and an SM-DP+ address unless it is the default one.
      const { matchingId: answered = matchingId, smdpAddress = settings.smdpAddress } = reply.value ?? {};
      return { ok: true, value: { matchingId: answered, smdpAddress } };
    },
    async cancelOrder({ iccid, matchingId, ...call }) {
      const final = { finalProfileStatusIndicator: settings.finalStatus };
      const reply = await ask("cancelOrder", call, { iccid, ...(matchingId !== null && { matchingId }), ...final });
      return reply.ok ? { ok: true, value: null } : reply;
    },
  };
}

/** Returns whether an HTTP status means that the server has not carried out the call. */
const notDone = (status: number) => (status >= 300 && status < 500) || status === 503;

const refused = (kind: EsimProblem["kind"], code: string) => ({ ok: false, problem: { kind, code } }) as const;

/** What ES2+ functions return (GSMA SGP.22 6.5.1.4 and 6.5.2). Each of them returns only some of the fields. */
const Es2Answer = v.object({
  header: v.object({
    functionExecutionStatus: v.object({
      status: v.picklist(["Executed-Success", "Executed-WithWarning", "Failed", "Expired"]),
      statusCodeData: mayBeAbsent(
        v.object({ subjectCode: mayBeAbsent(v.string()), reasonCode: mayBeAbsent(v.string()) }),
      ),
    }),
  }),
  // 18 to 20 digits; the 20th may be the padding F (5.2.1).
  iccid: mayBeAbsent(v.pipe(v.string(), v.regex(/^\d{18,20}$|^\d{18,19}F$/i))),
  // All characters that an activation code can contain (4.1), although the specification only allows digits, capitals
  // and hyphens.
  matchingId: mayBeAbsent(v.pipe(v.string(), v.regex(/^[\x21-\x23\x25-\x7e]{1,255}$/))),
  smdpAddress: mayBeAbsent(v.pipe(v.string(), v.check(isSmdpAddress))),
});
type Es2Answer = v.InferOutput<typeof Es2Answer>;

/**
 * Returns the code of an unsuccessful response, such as `8.2.5/3.7`; null for a success. `Expired`: the SM-DP+ gave up,
 * and may have started the work.
 */
function codeOf({ header }: Es2Answer): string | null {
  const { status, statusCodeData } = header.functionExecutionStatus;
  if (status === "Executed-Success" || status === "Executed-WithWarning") return null;
  const { subjectCode, reasonCode } = statusCodeData ?? {};
  return status === "Failed" && subjectCode && reasonCode ? `${subjectCode}/${reasonCode}` : status;
}
