/**
 * The Content-Security-Policy of a page: scripts from here and from the card widget's origin alone, never inline; of
 * styles the one inline block by its hash. Data blocks (JSON, structured data) are no scripts and need no leave.
 */
export function pagePolicy(styleHash: string, paymentOrigins: readonly string[]): string {
  const here = ["'self'", ...paymentOrigins].join(" ");
  return [
    "default-src 'self'",
    `script-src ${here}`,
    `style-src 'self' ${styleHash}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src ${here}`,
    `form-action ${here}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
