/**
 * Why the desk shows no page in a preview, with the status. The page in the frame names it (`FAILURE_ATTRIBUTE` of its root element); the sentence
 * beside the frame is the browser's, in its language.
 */
export const PREVIEW_FAILURES = {
  loginNeeded: 401,
  forbidden: 403,
  passkeyMissing: 403,
  /** No such draft or version, no such time, or no such file. */
  notFound: 404,
  /** Texts at a time before anything was on sale. */
  nothingOnSale: 404,
  /** The checkout: a purchase would be real. */
  notPreviewed: 404,
  /** A draft with mistakes. */
  draftWrong: 409,
} as const;
export type PreviewFailure = keyof typeof PREVIEW_FAILURES;

export const FAILURE_ATTRIBUTE = "data-preview-failure";
