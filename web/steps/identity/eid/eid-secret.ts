import type { AnswerOf } from "#contract/shop/calls.ts";

export type EidReading = Extract<AnswerOf<"eidState">, { state: "verified" }>["reading"];

/** For each checkout, the secret of the last verification, to fetch its result again. In memory only. */
const secrets = new WeakMap<object, string>();
export const rememberEid = (store: object, secret: string) => secrets.set(store, secret);
export const rememberedEid = (store: object): string | undefined => secrets.get(store);
