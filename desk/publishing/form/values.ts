/** A place in contents: names of fields and positions in lists. */
export type Path = readonly (string | number)[];

/** The value at a place; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    value,
  );
}

/** The contents with another value at a place; undefined removes the field. */
export function withValue<T>(value: T, path: Path, next: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return next as T;
  if (Array.isArray(value)) {
    const list = [...(value as unknown[])];
    list[Number(key)] = withValue(list[Number(key)], rest, next);
    return list as T;
  }
  const fields = { ...(value as Record<string, unknown>) };
  const inner = withValue(fields[key], rest, next);
  if (inner === undefined) delete fields[key];
  else fields[key] = inner;
  return fields as T;
}

/** A list with one of its entries at another position. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const [entry] = list.slice(from, from + 1);
  if (entry === undefined || to < 0 || to >= list.length) return list;
  const others = list.toSpliced(from, 1);
  return others.toSpliced(to, 0, entry);
}

/** A list without the entry at a position. */
export const without = <T>(list: readonly T[], index: number): readonly T[] => list.toSpliced(index, 1);
