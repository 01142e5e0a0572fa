import { sql } from "kysely";
import { daysBefore, type PurgePart } from "./part.ts";

/** The figures of the desk's board are kept for two years, in days. */
export const FIGURES_DAYS = 731;

export const figures: PurgePart = {
  about: "figures of the desk",
  async count({ db, now }) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from desk_figures where hour < ${daysBefore(now, FIGURES_DAYS)}`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async remove({ db, now }) {
    const { numDeletedRows } = await db
      .deleteFrom("desk_figures")
      .where("hour", "<", daysBefore(now, FIGURES_DAYS))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};
