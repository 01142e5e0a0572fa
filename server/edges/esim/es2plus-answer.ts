import * as v from "valibot";
import { isSmdpAddress } from "#core/esim.ts";

/** What ES2+ functions return (GSMA SGP.22 6.5.1.4 and 6.5.2); each has some of the fields. */
export const Es2Answer = v.object({
  header: v.object({
    functionExecutionStatus: v.object({
      status: v.picklist(["Executed-Success", "Executed-WithWarning", "Failed", "Expired"]),
      statusCodeData: v.optional(v.object({ subjectCode: v.string(), reasonCode: v.string() })),
    }),
  }),
  // 18 to 20 digits; the 20th may be the padding F (5.2.1).
  iccid: v.optional(v.pipe(v.string(), v.regex(/^\d{18,20}$|^\d{18,19}F$/i))),
  // Anything that fits into an activation code (4.1); the document permits digits, capitals and hyphens.
  matchingId: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x23\x25-\x7e]{1,255}$/))),
  smdpAddress: v.optional(v.pipe(v.string(), v.check(isSmdpAddress))),
});
export type Es2Answer = v.InferOutput<typeof Es2Answer>;

/** The code of an answer that is no success, such as `8.2.5/3.7`; null for a success. `Expired`: the SM-DP+ gave up, and may have begun. */
export function codeOf({ header }: Es2Answer): string | null {
  const { status, statusCodeData } = header.functionExecutionStatus;
  if (status === "Executed-Success" || status === "Executed-WithWarning") return null;
  return status === "Failed" && statusCodeData ? `${statusCodeData.subjectCode}/${statusCodeData.reasonCode}` : status;
}
