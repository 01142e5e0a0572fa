import type { Document } from "./document.ts";
import type { PaymentForm } from "#server/sale/payment/provider.ts";

/** Where browsers report violations: by `report-uri`, and by the Reporting API. */
export const REPORT_PATH = "/csp-reports";
const REPORTING = [`report-uri ${REPORT_PATH}`, "report-to csp"];
/** The header that names the endpoint of `report-to`. */
export const REPORTING_ENDPOINTS = `csp="${REPORT_PATH}"`;

/**
 * Returns the Content-Security-Policy of a page. Scripts come from this origin only; the one inline style and the one
 * inline script are allowed by their hashes. Data blocks (JSON, structured data) are not scripts. Only the payment page
 * also allows what the payment provider's form needs.
 */
export function pagePolicy(
  { styleHash, scriptHash }: Pick<Document, "styleHash" | "scriptHash">,
  form: PaymentForm | null,
): string {
  const here = ["'self'", ...(form?.scripts ?? [])].join(" ");
  return [
    "default-src 'self'",
    `script-src ${here} ${scriptHash}`,
    // A hash in the list would disable 'unsafe-inline'.
    `style-src ${here} ${form?.inlineStyles ? "'unsafe-inline'" : styleHash}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${here} data: blob:`,
    `connect-src ${here}`,
    `worker-src 'self'${form?.workers ? " blob:" : ""}`,
    `frame-src ${form && form.frames.length > 0 ? form.frames.join(" ") : "'none'"}`,
    `form-action ${["'self'", ...(form?.targets ?? [])].join(" ")}`,
    // The provider's script writes HTML; on pages without it, no script may. The one Trusted Types policy returns one
    // address (web/pictures/shrink.ts).
    ...(form ? [] : ["require-trusted-types-for 'script'", "trusted-types picture-worker"]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...REPORTING,
  ].join("; ");
}
