import type { PaymentProvider } from "#server/sale/payment/provider.ts";

/**
 * The Content-Security-Policy of a page: scripts from here alone, never inline; of styles the one inline block by its hash.
 * Data blocks (JSON, structured data) are no scripts and need no leave. Where a payment may happen, a card widget's origin
 * may do what a widget does, and no other.
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
    // A hash beside 'unsafe-inline' would take it back.
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
