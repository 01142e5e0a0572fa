import * as v from "valibot";
import { eachEntry, words } from "#server/config/list-schemas.ts";

/** Names and values such as `testMode=EXTERNAL`, separated by spaces; empty means none. */
export const namedValues = v.pipe(
  v.string(),
  v.transform(words),
  eachEntry((each) => /^[\w[\]]{1,100}=[^=]+$/.test(each), "must be a list such as testMode=EXTERNAL"),
  v.transform((list): Readonly<Record<string, string>> =>
    Object.fromEntries(list.map((each) => each.split("=") as [string, string])),
  ),
);
