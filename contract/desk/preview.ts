/**
 * Why the desk cannot show a page in a preview, with the status. The page in the frame names the reason in
 * `FAILURE_ATTRIBUTE` of its root element; the browser shows the message beside the frame, in its language.
 */
export const PREVIEW_FAILURES = {
  loginNeeded: 401,
  forbidden: 403,
  passkeyMissing: 403,
  /** The draft, version, time or file does not exist. */
  notFound: 404,
  /** Texts at a time before anything was on sale. */
  nothingOnSale: 404,
  /** A page of the checkout, where a purchase would be real. */
  notPreviewed: 404,
  /** The draft has mistakes. */
  draftWrong: 409,
} as const;
export type PreviewFailure = keyof typeof PREVIEW_FAILURES;

export const FAILURE_ATTRIBUTE = "data-preview-failure";
