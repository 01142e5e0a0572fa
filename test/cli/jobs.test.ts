import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { kasse } from "../support/cli.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.pool.query("delete from graphile_worker._private_jobs"));
afterAll(() => database.drop());

const run = (...argv: string[]) => kasse(argv, { DATABASE_URL: database.url });

/** Adds a job that has failed a number of times. Returns its id. */
async function job(name: string, tries: number, error: string | null = "no answer\n    at somewhere"): Promise<string> {
  const added = await database.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job($1, '{}', max_attempts := 25)",
    [name],
  );
  const id = added.rows[0]?.id ?? "";
  await database.pool.query(
    "update graphile_worker._private_jobs set attempts = $2, last_error = $3, run_at = now() + interval '1 hour' where id = $1",
    [id, tries, error],
  );
  return id;
}

const tries = async (id: string) =>
  (
    await database.pool.query<{ attempts: number; due: boolean }>(
      "select attempts, run_at <= now() as due from graphile_worker.jobs where id = $1",
      [id],
    )
  ).rows[0];

test("no job waits", async () => {
  expect(await run("jobs", "list")).toMatchObject({ code: 0, out: "Every job is done." });
  expect(await run("jobs", "retry", "--all")).toMatchObject({ code: 0, out: "No job was given up." });
});

test("jobs are counted by state; failed ones are listed, given-up ones first, with the reason", async () => {
  const failing = await job("mail-order", 3);
  const givenUp = await job("hand-over-order", 25);
  await job("mail-reminder", 0, null);
  const { out } = await run("jobs", "list");
  expect(out).toMatch(/^job +running +due +later +retrying +givenUp\nhand-over-order +0 +0 +0 +0 +1\n/);
  expect(out).toMatch(/\nmail-order +0 +0 +0 +1 +0\nmail-reminder +0 +0 +1 +0 +0\n/);
  expect(out).toMatch(
    new RegExp(
      `\\n *${givenUp} +hand-over-order +givenUp +25 +no answer\\n *${failing} +mail-order +retrying +3 +\\S+ \\S+ +no answer$`,
    ),
  );
  expect((await run("jobs", "list", "--name", "mail-order")).out).not.toContain("hand-over-order");
  expect(JSON.parse((await run("jobs", "list", "--json")).out)).toMatchObject([
    { id: givenUp, name: "hand-over-order", state: "givenUp", tries: 25, order: null },
    { id: failing, name: "mail-order", state: "retrying", tries: 3 },
  ]);
});

test("jobs are retried by id, by name, or all given-up ones; never one that has not been tried yet", async () => {
  const failing = await job("mail-order", 3);
  const mail = await job("mail-order", 25);
  const handover = await job("hand-over-order", 25);
  const later = await job("mail-reminder", 0, null);
  expect(await run("jobs", "retry", failing)).toMatchObject({ code: 0, out: "1 job is tried again." });
  expect(await tries(failing)).toEqual({ attempts: 0, due: true });
  expect(await run("jobs", "retry", "--name", "mail-order")).toMatchObject({ code: 0, out: "1 job is tried again." });
  expect(await tries(mail)).toEqual({ attempts: 0, due: true });
  expect(await tries(handover)).toMatchObject({ attempts: 25 });
  await run("jobs", "retry", "--all");
  expect(await tries(handover)).toEqual({ attempts: 0, due: true });
  expect(await tries(later)).toEqual({ attempts: 0, due: false });
  expect(await run("jobs", "retry", later)).toMatchObject({ code: 1, err: expect.stringContaining("no failed job") });
});

test.each([
  [["retry"], /name one job by its id, or use --name <name> or --all/],
  [["retry", "1", "--all"], /name one job by its id/],
  [["retry", "one"], /"one" is not the id of a job/],
  [["list", "--name", "mails"], /there are no jobs "mails"; the names are mail-password-reset,/],
])("%j is rejected with a message", async (argv, sentence) => {
  const { code, err } = await run("jobs", ...argv);
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
});
