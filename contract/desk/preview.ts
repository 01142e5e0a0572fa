/**
 * Why the desk cannot show a page in a preview, with the HTTP status. The page in the frame names the reason in the
 * attribute `FAILURE_ATTRIBUTE` of its root element; the desk shows the message beside the frame, in its user's
 * language.
 */
export const PREVIEW_FAILURES = {
  loginNeeded: 401,
  forbidden: 403,
  passkeyMissing: 403,
  /** The draft, version, time or file does not exist. */
  notFound: 404,
  /** Texts at a time at which nothing was on sale yet. */
  nothingOnSale: 404,
  /** A page of the checkout, which is not previewed because a purchase would be real. */
  notPreviewed: 404,
  /** The draft has errors. */
  draftWrong: 409,
} as const;
export type PreviewFailure = keyof typeof PREVIEW_FAILURES;

export const FAILURE_ATTRIBUTE = "data-preview-failure";
