import type { PaymentProvider } from "#server/sale/payment/provider.ts";

/**
 * The Content-Security-Policy of a page. Scripts come from this origin only, never inline; the single inline style is allowed
 * by its hash. Data blocks (JSON, structured data) are not scripts. On checkout pages the origin of the payment provider's
 * card widget is allowed as well.
 */
export function pagePolicy(
  styleHash: string,
  payment: Pick<PaymentProvider, "pageOrigins" | "inlineStyles"> | null,
): string {
  const origins = payment?.pageOrigins ?? [];
  const here = ["'self'", ...origins].join(" ");
  return [
    "default-src 'self'",
    `script-src ${here}`,
    // A hash in the list would disable 'unsafe-inline'.
    `style-src ${here} ${payment?.inlineStyles ? "'unsafe-inline'" : styleHash}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${here} data: blob:`,
    `connect-src ${here}`,
    `frame-src ${origins.length > 0 ? here : "'none'"}`,
    `form-action ${here}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
