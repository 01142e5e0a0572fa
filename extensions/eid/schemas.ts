import * as v from "valibot";

/** Decentralised identifiers, separated by commas. */
export const dids = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((each) => each.trim())),
  v.check(
    (list) => list.every((each) => /^did:[a-z0-9]+:\S+$/.test(each)),
    "must be DIDs such as did:webvh:…, separated by commas",
  ),
);
