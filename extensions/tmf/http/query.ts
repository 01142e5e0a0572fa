import { isStorable } from "#core/text/storable.ts";
import { compares, isOrdered, OPERATORS, readWanted, type Operator, type Scalar, type Wanted } from "./compare.ts";
import { failed, type TmfResult } from "./failures.ts";
import { readSort, type SortKey } from "./sort.ts";

/** What a list is asked for (TMF630: `fields`, `offset`, `limit`, `sort`, and filters by attributes). */
export type ListQuery = {
  readonly fields: readonly string[] | null;
  readonly offset: number;
  readonly limit: number;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortKey[];
};
/** A condition on an attribute, such as `category.id=mobile` or `orderDate.gte=2026-01-01`. */
export type Filter = { readonly path: string; readonly operator: Operator; readonly values: readonly Wanted[] };
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type Resource = { readonly [name: string]: Json | undefined };

const LIMIT = { usual: 20, most: 100 } as const;
/** Names in a query that are no attributes. */
const NO_FILTERS: readonly string[] = ["offset", "limit", "fields", "sort"];
/** What a time in a filter is, for whoever has written another one. */
export const TIMES =
  "A time is a day in Switzerland, 2026-12-01, a time there, 2026-12-01T06:00, or one with its zone, 2026-12-01T05:00:00Z; the + of a zone is %2B in an address";
/** How many filters one call can have. */
const MAX_FILTERS = 20;

/** Attributes that are never left out by `fields` (TMF630, Attribute selection). */
const ALWAYS = ["id", "href", "@type"];

/** Reads the query of a list. */
export function readListQuery(query: URLSearchParams): TmfResult<ListQuery> {
  const offset = wholeNumber(query, "offset", 0);
  const limit = wholeNumber(query, "limit", LIMIT.usual);
  if (offset === null || limit === null || limit === 0)
    return failed({
      status: 400,
      code: "invalidQuery",
      reason: "`offset` and `limit` are whole numbers, `limit` at least 1",
    });
  const names = [...new Set(query.keys())].filter((name) => !NO_FILTERS.includes(name));
  const all = [...query].flat();
  if (!all.every(isStorable) || all.some((each) => each.includes(";")))
    return failed({
      status: 400,
      code: "invalidQuery",
      reason: "Names and values have no `;` and no control characters",
    });
  if (query.has("filter")) return failed({ status: 400, code: "notSupported", reason: "`filter` is not supported" });
  const sort = readSort(query);
  if (!sort)
    return failed({
      status: 400,
      code: "invalidQuery",
      reason: "`sort` names up to five attributes, such as `-name,id`",
    });
  if (names.length > MAX_FILTERS)
    return failed({ status: 400, code: "invalidQuery", reason: `There are more than ${MAX_FILTERS} filters` });
  const filters = names.map((name) => filterOf(name, query.getAll(name)));
  const empty = filters.find(({ values }) => values.some(({ text }) => text === ""));
  if (empty) return failed({ status: 400, code: "invalidQuery", reason: `The filter by ${empty.path} has no value` });
  if (filters.some(({ operator, values }) => operator !== "eq" && !(values.length === 1 && values.every(isOrdered))))
    return failed({
      status: 400,
      code: "invalidQuery",
      reason: "`.gt` and its like compare with one number or time",
      message: TIMES,
    });
  return {
    ok: true,
    value: {
      fields: fieldsOf(query),
      offset,
      limit: Math.min(limit, LIMIT.most),
      filters,
      sort,
    },
  };
}

/** The attributes that are asked for; null for all. */
export function fieldsOf(query: URLSearchParams): readonly string[] | null {
  const names = query.getAll("fields").flatMap((each) => each.split(","));
  const fields = names.map((name) => name.trim()).filter((name) => name !== "");
  return fields.length === 0 ? null : fields;
}

function wholeNumber(query: URLSearchParams, name: string, usual: number): number | null {
  const text = query.get(name);
  if (text === null) return usual;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** A comma separates values of which one has to be there (TMF630, Filtering). */
function filterOf(name: string, values: readonly string[]): Filter {
  const operator = OPERATORS.find((each) => name.endsWith(`.${each}`));
  const path = operator ? name.slice(0, -operator.length - 1) : name;
  return { path, operator: operator ?? "eq", values: values.flatMap((value) => value.split(",")).map(readWanted) };
}

/** Returns the values of a resource at a path such as `category.id`; those of each entry of a list. */
function valuesAt(resource: Resource, path: string): readonly Json[] {
  return path
    .split(".")
    .reduce<readonly Json[]>(
      (at, name) =>
        at.flatMap((each) => (isObject(each) && Object.hasOwn(each, name) ? [each[name] ?? null].flat() : [])),
      [resource],
    );
}

/** Returns the texts, numbers and the like at a path, which can be compared. */
export const scalarsAt = (resource: Resource, path: string): readonly Scalar[] =>
  valuesAt(resource, path).flatMap((value) => (typeof value === "object" ? [] : [value]));

/** Whether a resource fulfils a filter. An attribute in a list fulfils it if one of the list does. */
export const fulfils = (resource: Resource, { path, operator, values }: Filter): boolean =>
  scalarsAt(resource, path).some((value) => values.some((wanted) => compares(value, operator, wanted)));

const isObject = (value: Json): value is Resource =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a resource with these attributes only, and those that every resource has. */
export function withFields(resource: Resource, fields: readonly string[] | null): Resource {
  if (fields === null) return resource;
  const wanted = new Set([...ALWAYS, ...fields.map((field) => field.split(".")[0])]);
  return Object.fromEntries(Object.entries(resource).filter(([name]) => wanted.has(name)));
}
