import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";

/** When figures were last changed, as text; null as long as there are none. The desk's event about the board is made from it. A column of a query. */
export const FIGURES_VERSION = sql<string | null>`(select max(changed_at)::text from desk_figures)`;

export async function figuresVersion(db: Handle): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`select ${FIGURES_VERSION} as version`.execute(db);
  return rows[0]?.version ?? null;
}
