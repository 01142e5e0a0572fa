import type { ReadHandle } from "#server/platform/database/database.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { TmfResult } from "./failures.ts";
import type { ListQuery, Resource } from "./query.ts";
import type { Collection } from "./resources.ts";

/** Resources that the database filters, sorts and pages. */
type Stored<Filter, Row> = {
  readonly reads: StaleReads;
  readonly path: string;
  filterOf(query: ListQuery): TmfResult<Filter>;
  /** Returns the filter that finds the resource with this id. */
  one(id: string): Filter;
  page(
    db: ReadHandle,
    filter: Filter,
    at: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly rows: readonly Row[] }>;
  show(row: Row): Promise<Resource>;
};

/** Returns the collection of resources that are in the database. */
export function storedCollection<Filter, Row>({
  reads,
  path,
  filterOf,
  one,
  page,
  show,
}: Stored<Filter, Row>): Collection {
  return {
    path,
    async list(query) {
      const filter = filterOf(query);
      if (!filter.ok) return filter;
      const { total, rows } = await reads.read((db) => page(db, filter.value, query));
      return { ok: true, value: { total, resources: await Promise.all(rows.map(show)) } };
    },
    async get(id) {
      const { rows } = await reads.read((db) => page(db, one(id), { offset: 0, limit: 1 }));
      const [row] = rows;
      return row ? show(row) : null;
    },
  };
}
