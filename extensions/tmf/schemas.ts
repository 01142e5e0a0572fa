import * as v from "valibot";
import { isLoopback } from "#server/config/loopback.ts";
import { originList, words } from "#server/config/schemas.ts";

/** Systems of the operator with their tokens, as `name:token`, separated by spaces. */
export const integratorTokens = v.pipe(
  v.string(),
  v.transform((value) => words(value).map((each) => /^([a-z0-9-]{1,32}):([\w.~+/-]{32,256}=*)$/i.exec(each))),
  v.check(
    (list) => list.length > 0 && list.every((each) => each !== null),
    "must be a list of name:token, each token with at least 32 letters, digits, or -._~+/",
  ),
  v.transform((list): readonly { name: string; token: string }[] =>
    list.map((each) => ({ name: each?.[1] ?? "", token: each?.[2] ?? "" })),
  ),
  v.check(
    (list) => new Set(list.map(({ name }) => name)).size === list.length,
    "has a name twice; each system needs its own",
  ),
);

/** Names of systems of the operator. */
export const integratorNames = v.pipe(
  v.string(),
  v.transform(words),
  v.check((list) => list.every((each) => /^[a-z0-9-]{1,32}$/i.test(each)), "must be a list of names"),
);

/** Origins at which systems of the operator listen. Clear text is only permitted within this machine. */
export const listenerOrigins = v.pipe(
  originList,
  v.check(
    (list) => list.every((each) => each.startsWith("https:") || isLoopback(URL.parse(each)?.hostname ?? "")),
    "must be a list of origins such as https://crm.example; http is only permitted within this machine",
  ),
  v.transform((list): readonly string[] => list.map((each) => new URL(each).origin)),
);
