import { failed, type TmfResult } from "./failures.ts";
import { isComparable } from "./compare.ts";
import { fulfils, scalarsAt, TIMES, type ListQuery, type Resource } from "./query.ts";
import type { SortKey } from "./sort.ts";

export type Page = { readonly total: number; readonly resources: readonly Resource[] };

/**
 * Returns a page of resources that are all in memory. Attributes that none of them has are refused, and values that
 * cannot be compared with any of theirs.
 */
export function pageOf(all: readonly Resource[], { filters, sort, offset, limit }: ListQuery): TmfResult<Page> {
  const unknown = [...filters, ...sort].find(({ path }) => !all.some((each) => scalarsAt(each, path).length > 0));
  if (unknown)
    return failed({
      status: 400,
      code: filters.some(({ path }) => path === unknown.path) ? "filterNotSupported" : "sortNotSupported",
      reason: `No resource here has the attribute ${unknown.path}`,
    });
  const impossible = filters.find(
    ({ path, operator, values }) =>
      !values.every((wanted) =>
        all.some((each) => scalarsAt(each, path).some((value) => isComparable(value, operator, wanted))),
      ),
  );
  if (impossible)
    return failed({
      status: 400,
      code: "filterNotSupported",
      reason: `${impossible.path} cannot be compared with this value`,
      message: TIMES,
    });
  const found = sorted(all, sort).filter((each) => filters.every((filter) => fulfils(each, filter)));
  return { ok: true, value: { total: found.length, resources: found.slice(offset, offset + limit) } };
}

/** Returns resources sorted by their attributes: numbers by value, anything else as text, what is missing last. */
function sorted(all: readonly Resource[], sort: readonly SortKey[]): readonly Resource[] {
  return all.toSorted((one, other) => {
    for (const { path, isDescending } of sort) {
      const [first, second] = [scalarsAt(one, path)[0] ?? null, scalarsAt(other, path)[0] ?? null];
      if (first === null || second === null) {
        if (first !== second) return first === null ? 1 : -1;
        continue;
      }
      const difference =
        typeof first === "number" && typeof second === "number"
          ? first - second
          : String(first).localeCompare(String(second), "en");
      if (difference !== 0) return isDescending ? -difference : difference;
    }
    return 0;
  });
}
