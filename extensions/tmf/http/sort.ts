import { failed, type TmfResult } from "./failures.ts";

/** An attribute by which a list is sorted. */
export type SortKey = { readonly path: string; readonly isDescending: boolean };

/** How many attributes a list can be sorted by. */
const MAX_KEYS = 5;
const KEY = /^([-+ ]?)([\w@][\w@.]*)$/;

/** Reads `sort`, such as `-orderDate,id` (TMF630, Sorting). A plus is a space when it arrives. Null if it is wrong. */
export function readSort(query: URLSearchParams): readonly SortKey[] | null {
  const names = query.getAll("sort").flatMap((each) => each.split(","));
  const keys = names.flatMap((name) => {
    const [, sign, path] = KEY.exec(name) ?? [];
    return path === undefined ? [] : [{ path, isDescending: sign === "-" }];
  });
  return keys.length === names.length && keys.length <= MAX_KEYS ? keys : null;
}

/** Returns the columns that a list is sorted by. Attributes without a column are refused. */
export function sortColumns<Column extends string>(
  sort: readonly SortKey[],
  columns: Readonly<Record<string, Column>>,
): TmfResult<readonly { readonly by: Column; readonly isDescending: boolean }[]> {
  const unknown = sort.find(({ path }) => !Object.hasOwn(columns, path));
  if (unknown)
    return failed({
      status: 400,
      code: "sortNotSupported",
      reason: `They cannot be sorted by ${unknown.path}`,
      message: `They can be sorted by ${Object.keys(columns).join(" and ")}`,
    });
  const value = sort.flatMap(({ path, isDescending }) => {
    const by = columns[path];
    return by === undefined ? [] : [{ by, isDescending }];
  });
  return { ok: true, value };
}
