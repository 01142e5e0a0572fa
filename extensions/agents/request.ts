import * as v from "valibot";
import { SearchTerm, Text, mayBeAbsent } from "#contract/schemas/fields.ts";
import { isStorable } from "#core/text/storable.ts";
import { isLocale, type Locale } from "#core/text/locale.ts";
import { refused, type Refused } from "./answer.ts";
import type { ResponseCapabilities } from "./protocol/capabilities.ts";

/** What every operation knows about its caller. */
export type AgentCaller = {
  /** The address of the platform's profile, which is its identity. */
  readonly profileUrl: string;
  /** The host of that address, which people are shown. */
  readonly host: string;
  /** Where it wants to be told about orders; null if nowhere. */
  readonly webhookUrl: string | null;
  /** Whether it knows the shop's extension. Without it, what only telecom needs is left to the person. */
  readonly hasTelecom: boolean;
  /** What both have for this operation, as answers list it. */
  readonly capabilities: ResponseCapabilities;
  readonly locale: Locale;
  readonly ip: string;
};

/** Hints about the person (`types/context.json`). Only the language is used. */
export const Context = v.looseObject({ language: mayBeAbsent(Text), currency: mayBeAbsent(Text) });

const Amount = v.pipe(v.number(), v.integer(), v.minValue(0));
const Between = v.looseObject({ min: mayBeAbsent(Amount), max: mayBeAbsent(Amount) });

/** Filters of the catalogue (`types/search_filters.json`). `monthly` is the shop's own: Rappen on every bill. */
export const Filters = v.looseObject({
  categories: mayBeAbsent(v.pipe(v.array(Text), v.maxLength(50))),
  price: mayBeAbsent(Between),
  monthly: mayBeAbsent(Between),
});
export type Filters = v.InferOutput<typeof Filters>;

export const SearchRequest = v.looseObject({
  query: mayBeAbsent(v.pipe(SearchTerm, v.check(isStorable))),
  filters: mayBeAbsent(Filters),
  context: mayBeAbsent(Context),
  pagination: mayBeAbsent(
    v.looseObject({
      cursor: mayBeAbsent(Text),
      limit: mayBeAbsent(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  ),
});

const Id = v.pipe(Text, v.nonEmpty());
export const LookupRequest = v.looseObject({
  ids: v.pipe(v.array(Id), v.minLength(1)),
  filters: mayBeAbsent(Filters),
  context: mayBeAbsent(Context),
});

export const ProductRequest = v.looseObject({
  id: Id,
  selected: mayBeAbsent(
    v.pipe(v.array(v.looseObject({ name: Text, id: mayBeAbsent(Text), label: Text })), v.maxLength(20)),
  ),
  preferences: mayBeAbsent(v.pipe(v.array(Text), v.maxLength(20))),
  filters: mayBeAbsent(Filters),
  context: mayBeAbsent(Context),
});

/** Reads a request with its schema. The sentence names the first field that is wrong, as a JSONPath. */
export function readRequest<Schema extends v.GenericSchema>(
  schema: Schema,
  sent: unknown,
): { readonly ok: true; readonly value: v.InferOutput<Schema> } | { readonly ok: false; readonly refused: Refused } {
  const read = v.safeParse(schema, sent);
  if (read.success) return { ok: true, value: read.output };
  const [issue] = read.issues;
  return { ok: false, refused: refused(400, "invalid_request", `${pathOf(issue)}: ${issue.message}`) };
}

const pathOf = ({ path = [] }: { readonly path?: readonly { readonly key: unknown }[] | undefined }) =>
  path.reduce((text, { key }) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "$");

/**
 * Returns the language of a request: that of `context.language`, else the first one in `Accept-Language` that the shop
 * speaks; German if there is none.
 */
export function localeFor(language: string | undefined, accepted: string | undefined): Locale {
  const tags = [language ?? "", ...(accepted ?? "").split(",")].map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return tags.find((tag) => isLocale(tag)) ?? "de";
}
