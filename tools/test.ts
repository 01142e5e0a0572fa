// Runs the project's tests: `npm test -- --help`. The last line is `N passed, N failed`. The exit code is 1 if a test
// failed or none ran.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { serverVariable, startTestServer } from "../test/support/test-server.ts";
import { ensureBundle, ensurePrograms } from "./launch/bundle.mjs";
import { timePieceOfWork } from "./test/budget.ts";
import { ensureBrowsers, missingBrowsers } from "./test/chromium.ts";
import { shareCores } from "./test/cores.ts";
import { remainingOf, USUAL_PIECE } from "./test/estimate.ts";
import { ensureOtherBrowsers } from "./test/other-browsers.ts";
import { needsBuild, planOf, type Plan } from "./test/plan.ts";
import { busySeconds, writeReport } from "./test/report.ts";
import { endPrograms } from "./test/run.ts";
import { runPrograms } from "./test/run-programs.ts";
import { inWords } from "./test/screen.ts";
import { programsFor, SUITE_NAMES } from "./test/suites.ts";
import { createTally } from "./test/tally.ts";

const HELP = `npm test -- [--all | --full | --fifth <0–4>] [--changed [<commit>]] [--only <suite>[,<suite>…]]
            [-t <part of a test's name>] [--workers <n>] [part of a test file's path…]

Without a choice: all checks, all rules, every test that guards money, persons, orders, documents, logins and
permissions, a journey for each kind of sale, and one fifth of the other tests, which the commit chooses. With parts of
paths: only the test files whose path has one.

--all       every test, except the long ones
--full      also the long tests (npm run test:full)
--fifth     another fifth of the other tests; with --only, those of these suites
--changed   only tests that uncommitted changes affect, or those since the given commit, such as main or HEAD~3;
            without either, those of the last commit
--only      ${SUITE_NAMES.join(", ")}
-t          only tests whose name contains this
--workers   how many test files run at once; otherwise one for each core of this machine

Ctrl+C ends everything that a run has started. npm run test:watch repeats unit and component tests when their files
change. KASSE_TEST_SEED=<number> repeats the random tests of another run. test-results/report.json has the results.`;

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      full: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      fifth: { type: "string" },
      changed: { type: "boolean", default: false },
      only: { type: "string" },
      name: { type: "string", short: "t" },
      workers: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

/** Returns what `read` returns, or ends with the sentence of its error. */
function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

function workersOf(wish: string | undefined): number {
  if (wish === undefined) return availableParallelism();
  const workers = Number(wish);
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) throw new Error(`--workers is a number from 1 to 64.`);
  return workers;
}

/** Installs and builds what the plan needs; says so before. Returns the variables of the browsers. */
async function prepare(plan: Plan, full: boolean): Promise<Readonly<Record<string, string>>> {
  const withBrowser = plan.files.component.length + plan.files.browser.length > 0;
  if (withBrowser && missingBrowsers()) console.log("Chromium is missing: it is installed first, in about a minute.");
  if (needsBuild(plan)) {
    await ensureBundle(process.execPath);
    await ensurePrograms(process.execPath);
  }
  if (plan.files.browsers.length > 0) await ensureOtherBrowsers(full);
  return withBrowser ? ensureBrowsers() : {};
}

async function main(): Promise<void> {
  const { values, positionals: paths } = orRefuse(readArguments);
  if (values.help) return console.log(HELP);
  const began = performance.now();
  const busyBefore = busySeconds();
  const { fifth, only, name: named } = values;
  const plan = orRefuse(() => planOf({ ...values, fifth, only, paths }));
  const workers = orRefuse(() => workersOf(values.workers));
  for (const sentence of plan.sentences) console.log(sentence);
  if (values.full) process.env["KASSE_TEST_FULL"] = "1";
  const tally = createTally();
  let isStopped = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopped) return;
    isStopped = true;
    console.log(`\nStopped by ${signal}: ending what was started.`);
    void endPrograms();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(signal));

  const piece = timePieceOfWork();
  const browsers = await prepare(plan, values.full);
  const programs = programsFor({ ...plan, named, workers });
  const needsDatabase = programs.some(({ title }) => title !== "checks" && title !== "unit");
  const server = needsDatabase && !isStopped ? await startTestServer("embedded") : null;
  const remaining = remainingOf(programs);
  const total = (remaining.total() * piece) / USUAL_PIECE / workers;
  console.log(
    `${remaining.files()} files and checks, ${workers} at once: about ${inWords(total)} if nothing else runs.`,
  );
  const cores = await shareCores({ cores: workers, urgency: ({ suite }) => remaining.of(suite) });
  const env = { ...browsers, ...cores.variable, ...(server && serverVariable(server.connection)) };
  const prepared = performance.now();
  await runPrograms(programs, { env, cores, tally, remaining, workers, isStopped: () => isStopped });
  const over = performance.now();
  await cores.stop();
  const database = (await server?.processorSeconds()) ?? 0;
  await server?.stop();
  if (isStopped) {
    const { passed, failed } = tally.total();
    console.log(`Until then, ${passed} tests had passed and ${failed} had failed.`);
    process.exitCode = 130;
    return;
  }
  process.exitCode = writeReport(tally, {
    // A machine that got slower since the start makes every suite dearer.
    piece: Math.max(piece, timePieceOfWork()),
    workers,
    database,
    ring: plan.ring,
    seconds: (performance.now() - began) / 1000,
    overhead: (prepared - began + performance.now() - over) / 1000,
    busy: busySeconds() - busyBefore,
  });
}

await main();
