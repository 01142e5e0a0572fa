import * as v from "valibot";
import { isLoopback } from "#server/config/loopback.ts";
import { eachEntry, originList, words } from "#server/config/list-schemas.ts";

/** Minimum length of a token, in characters. */
export const MIN_TOKEN = 32;
const NAME_AND_TOKEN = /^([a-z0-9-]{1,32}):([\w.~+/-]{32,256}=*)$/i;
const TOKENS_RULE = "must be a list of name:token, each token with at least 32 letters, digits, or -._~+/";

/** Systems of the operator with their tokens, as `name:token`, separated by spaces. */
export const integratorTokens = v.pipe(
  v.string(),
  v.transform(words),
  v.minLength(1, TOKENS_RULE),
  eachEntry((each) => NAME_AND_TOKEN.test(each), TOKENS_RULE, "place"),
  v.transform((list) =>
    list.map((each) => {
      const [, name = "", token = ""] = NAME_AND_TOKEN.exec(each) ?? [];
      return { name, token };
    }),
  ),
  v.readonly(),
  v.check(
    (list) => new Set(list.map(({ name }) => name)).size === list.length,
    "has a name twice; each system needs its own",
  ),
);

/** Names of systems of the operator. */
export const integratorNames = v.pipe(
  v.string(),
  v.transform(words),
  eachEntry(
    (each) => /^[a-z0-9-]{1,32}$/i.test(each),
    "must be a list of names of TMF_TOKENS, without their tokens",
    "place",
  ),
);

/** Origins at which systems of the operator listen. Clear text is only permitted within this machine. */
export const listenerOrigins = v.pipe(
  originList,
  eachEntry(
    (each) => each.startsWith("https:") || isLoopback(URL.parse(each)?.hostname ?? ""),
    "must be a list of origins such as https://crm.example; http is only permitted within this machine",
  ),
  v.transform((list): readonly string[] => list.map((each) => new URL(each).origin)),
);
