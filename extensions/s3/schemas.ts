import * as v from "valibot";

/** Empty, or a folder name with a trailing slash. */
export const s3Prefix = v.pipe(
  v.string(),
  v.regex(/^([A-Za-z0-9._-]+\/)*$/, "must be empty or end with a slash, such as documents/"),
);
