import { countJobs, JOB_STATES, retryJobs } from "#server/platform/jobs/backlog.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { jobNames } from "#server/extension/declared.ts";
import { CommandError, UsageError, type Call, type Command } from "#server/command.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { failedJobs, type WaitingJob } from "#server/read-models/waiting.ts";

/** Number of failed jobs listed without `--all`. */
const LISTED = 50;

const NAME = { type: "string", value: "<name>", about: "only jobs of this name, such as hand-over-order" } as const;

/** `jobs list [--name <name>] [--all] [--json]` */
export const listJobs: Command = {
  name: "jobs list",
  about: "count the jobs that are not done, and list failed ones",
  more: "A job is tried 25 times within about three days and is then given up; `jobs retry` tries it again.",
  options: {
    name: NAME,
    all: { type: "boolean", about: `list more than ${LISTED} failed jobs` },
    json: { type: "boolean", about: "the failed jobs as JSON" },
  },
  async run(call) {
    const { database, io, flag } = call;
    const name = nameOf(call);
    const limit = flag("all") ? 1_000_000 : LISTED;
    const { counts, failed } = await database(async (db) => ({
      counts: await countJobs(db),
      failed: await failedJobs(db, { name, limit }),
    }));
    if (flag("json")) {
      io.out(JSON.stringify(failed, null, 2));
      return 0;
    }
    const shown = counts.filter((each) => name === null || each.name === name);
    if (shown.length === 0) {
      io.out("Every job is done.");
      return 0;
    }
    for (const line of countsTable(shown)) io.out(line);
    if (failed.length > 0) io.out("");
    for (const line of failedTable(failed)) io.out(line);
    if (failed.length === limit) io.out(`The first ${limit}; --all lists every one.`);
    return 0;
  },
};

/** `jobs retry [id] [--name <name>] [--all]` */
export const retryJobsCommand: Command = {
  name: "jobs retry",
  recorded: true,
  args: "[id]",
  about: "retry failed jobs now; `jobs list` has their ids",
  more: "With an id, retries that job; with --name, all jobs of that name that were given up; with --all, every job that was given up. The running shop carries them out.",
  options: { name: NAME, all: { type: "boolean", about: "every job that was given up" } },
  async run(call) {
    const [id] = call.args;
    const name = nameOf(call);
    const ways = [id !== undefined, name !== null, call.flag("all")].filter(Boolean).length;
    if (ways !== 1)
      throw new UsageError("name one job by its id, or use --name <name> or --all; see `jobs retry --help`.");
    if (id !== undefined && !/^\d{1,18}$/.test(id))
      throw new UsageError(`"${id}" is not the id of a job; see \`jobs list\`.`);
    const retried = await call.database((db) => retryJobs(db, id === undefined ? { name } : { ids: [id] }));
    if (retried === 0 && id !== undefined) throw new CommandError(`there is no failed job ${id}; see \`jobs list\`.`);
    call.io.out(
      retried === 0
        ? "No job was given up."
        : `${counted(retried, "job")} ${retried === 1 ? "is" : "are"} tried again.`,
    );
    return 0;
  },
};

function nameOf({ text }: Pick<Call, "text">): string | null {
  const name = text("name") ?? null;
  const names = jobNames(EXTENSIONS);
  if (name === null || names.includes(name)) return name;
  throw new UsageError(`there are no jobs "${name}"; the names are ${names.join(", ")}.`);
}

function countsTable(counts: Awaited<ReturnType<typeof countJobs>>): string[] {
  const names = [...new Set(counts.map(({ name }) => name))];
  const of = (name: string, state: string) =>
    String(counts.find((each) => each.name === name && each.state === state)?.count ?? 0);
  const rows = names.map((name) => [name, ...JOB_STATES.map((state) => of(name, state))]);
  return aligned([["job", ...JOB_STATES], ...rows], [1, 2, 3, 4, 5]);
}

function failedTable(failed: readonly WaitingJob[]): string[] {
  if (failed.length === 0) return [];
  const rows = failed.map(({ id, name, state, order, tries, nextTry, lastError }) => [
    id,
    name,
    order ?? "",
    state,
    String(tries),
    state === "givenUp" ? "" : timeText(nextTry),
    lastError?.split("\n")[0] ?? "",
  ]);
  return aligned([["id", "job", "order", "state", "tries", "next try", "last error"], ...rows], [0, 4]);
}
