import type { EsimProblem } from "#server/sale/esim/port.ts";

export type Es2Function = "downloadOrder" | "confirmOrder" | "cancelOrder";
/**
 * What a code means. `done`: the call counts as successful. `doneIfRepeated`: it counts as successful if the call was
 * made before, otherwise as failed.
 */
type Verdict = EsimProblem["kind"] | "done" | "doneIfRepeated" | "iccidTakenUnlessRepeated";

/**
 * What each subject and reason code of an ES2+ function means for the order (GSMA SGP.22 v2.5: 5.2.6, and the table of
 * each function in 5.3; docs/evidence/providers.md lists which codes were seen where).
 */
const OF_FUNCTION: Readonly<Record<Es2Function, Readonly<Record<string, Verdict>>>> = {
  // 5.3.1
  downloadOrder: {
    // No profile of this type is left.
    "8.2.5/3.7": "alarm",
    // The profile type is unknown, or not allowed for this operator, so a setting or catalogue is wrong, here or there.
    "8.2.5/3.9": "alarm",
    "8.2.5/1.2": "alarm",
    // The profile with this ICCID is not available, as is to be expected if this order has reserved it.
    "8.2.1/3.3": "iccidTakenUnlessRepeated",
    // The ICCID is unknown, belongs to another operator, or has another type, so the wrong ICCIDs were loaded into the
    // pool.
    "8.2.1/3.9": "iccidTaken",
    "8.2.1/1.2": "iccidTaken",
    "8.2.5/3.8": "iccidTaken",
  },
  // 5.3.2
  confirmOrder: {
    // The profile is not available, as is to be expected after this order's own confirmOrder.
    "8.2.1/3.3": "doneIfRepeated",
    // The matching id is in use. It is random, so it must be this order that uses it.
    "8.2.6/3.3": "doneIfRepeated",
  },
  // 5.3.3
  cancelOrder: {
    // To be expected after this order's own cancelOrder. Otherwise, a phone has downloaded the profile.
    "8.2.1/3.3": "doneIfRepeated",
    // There is nothing to cancel.
    "8.2.1/3.9": "done",
  },
};

/** For codes that the function's table does not have, by the first digit of the reason (5.2.6.2). */
const OF_REASON: Readonly<Record<string, Verdict>> = {
  // Access errors affect every order, because the operator's identifier or certificate is not accepted.
  "1": "alarm",
  "2": "failed",
  "3": "failed",
  // Processing and transport errors are temporary.
  "4": "retry",
  "5": "retry",
  "6": "alarm",
};

/** Returns the problem that a code stands for; null if the call counts as successful. */
export function problemOf(call: Es2Function, code: string, repeated: boolean): EsimProblem | null {
  if (code === "Expired") return { kind: "lost", code: `${call} Expired` };
  const verdict = OF_FUNCTION[call][code] ?? OF_REASON[code.split("/")[1]?.split(".")[0] ?? ""] ?? "failed";
  const problem = (kind: EsimProblem["kind"]) => ({ kind, code: `${call} ${code}` });
  switch (verdict) {
    case "done":
      return null;
    case "doneIfRepeated":
      return repeated ? null : problem("failed");
    case "iccidTakenUnlessRepeated":
      return repeated ? null : problem("iccidTaken");
    default:
      return problem(verdict);
  }
}
