import { KEPT_DAYS } from "#server/platform/http/kept-files.ts";
import { daysBefore, type PurgePart } from "./part.ts";

/** The browser's files of builds that have not been started for long: no page asks for them any more. */
export const builtFiles: PurgePart = {
  about: "files of earlier builds",
  async count({ db, now }) {
    const { count } = await db
      .selectFrom("built_files")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("kept_at", "<", daysBefore(now, KEPT_DAYS))
      .executeTakeFirstOrThrow();
    return Number(count);
  },
  async remove({ db, now }) {
    const { numDeletedRows } = await db
      .deleteFrom("built_files")
      .where("kept_at", "<", daysBefore(now, KEPT_DAYS))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
};
