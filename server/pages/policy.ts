import type { Document } from "./document.ts";
import type { PaymentForm } from "#server/sale/payment/provider.ts";

/** The path to which browsers report violations, by `report-uri` and by the Reporting API. */
export const REPORT_PATH = "/csp-reports";
const REPORTING = [`report-uri ${REPORT_PATH}`, "report-to csp"];
/** The header that defines the endpoint of `report-to`. */
export const REPORTING_ENDPOINTS = `csp="${REPORT_PATH}"`;

/**
 * Returns the Content-Security-Policy of a page. Scripts come from this origin only; the only inline style and the only
 * inline script are allowed by their hashes. Data blocks (JSON, structured data) do not count as scripts. Only the
 * payment page also allows what the payment provider's form needs. `ancestors`: the origins that may frame the page.
 */
export function pagePolicy(
  { styleHash, scriptHash }: Pick<Document, "styleHash" | "scriptHash">,
  form: PaymentForm | null,
  ancestors: readonly string[] = [],
): string {
  const here = ["'self'", ...(form?.scripts ?? [])].join(" ");
  return [
    "default-src 'self'",
    `script-src ${here} ${scriptHash}`,
    // A hash in the list would disable 'unsafe-inline', so there is either one or the other.
    `style-src ${here} ${form?.inlineStyles ? "'unsafe-inline'" : styleHash}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${here} data: blob:`,
    `connect-src ${here}`,
    `worker-src 'self'${form?.workers ? " blob:" : ""}`,
    `frame-src ${form && form.frames.length > 0 ? form.frames.join(" ") : "'none'"}`,
    `form-action ${["'self'", ...(form?.targets ?? [])].join(" ")}`,
    // The provider's script writes HTML; on all other pages, no script may. The only Trusted Types policy returns a
    // single URL (web/pictures/shrink.ts).
    ...(form ? [] : ["require-trusted-types-for 'script'", "trusted-types picture-worker"]),
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(" ") : "'none'"}`,
    ...REPORTING,
  ].join("; ");
}
