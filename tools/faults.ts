// Seeds faults in the product and runs for each the test that is said to detect it: `npm run faults -- --help`.
import { rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBundle, ensurePrograms } from "./launch/bundle.mjs";
import { readFaults, type Fault } from "./faults/fault.ts";
import { page, rowsOf, summaryOf } from "./faults/page.ts";
import { copyTree } from "./faults/tree.ts";
import { createWorker, type Verdict } from "./faults/worker.ts";
import { ensureBrowsers } from "./test/chromium.ts";
import { kindOf } from "./test/kinds.ts";
import { serverVariable, startTestServer } from "../test/support/test-server.ts";

const PAGE = "docs/evidence/faults.md";

const HELP = `npm run faults -- [--guards] [--without-browser] [--at-once 2] [--write] [part of a path…]

Seeds the faults of tools/faults/faults.json and extensions/*/faults.json, one at a time, in a copy of the working tree with its uncommitted changes,
and runs the test that is said to detect each. Prints which faults are detected. Fails if one is not, although it names
a test. With parts of paths, judges only faults in files, or by tests, whose path has one.

--guards           only the faults that endanger money, persons, orders, documents, logins or permissions
--without-browser  only the faults whose test needs no browser
--at-once          number of copies that run in parallel
--write            writes ${PAGE}, after judging all faults`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    guards: { type: "boolean", default: false },
    "without-browser": { type: "boolean", default: false },
    "at-once": { type: "string", default: "2" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const isInBrowser = ({ test }: Fault) => test !== null && kindOf(test.file) === "component";

const isChosen = (fault: Fault): boolean =>
  (!values.guards || fault.guards !== null) &&
  (!values["without-browser"] || !isInBrowser(fault)) &&
  (positionals.length === 0 ||
    positionals.some((part) => fault.file.includes(part) || (fault.test?.file.includes(part) ?? false)));

/** Judges faults and prints each verdict. Returns the verdicts. */
async function judgeAll(faults: readonly Fault[]): Promise<ReadonlyMap<Fault, Verdict>> {
  await ensureBundle(process.execPath);
  await ensurePrograms(process.execPath);
  const browsers = faults.some(isInBrowser) ? await ensureBrowsers() : {};
  const server = await startTestServer("embedded");
  const folders = Array.from({ length: Number(values["at-once"]) }, (_, number) =>
    join(tmpdir(), `kasse-faults-${process.pid}-${number}`),
  );
  const workers = folders.map((folder) => createWorker(folder, { ...browsers, ...serverVariable(server.connection) }));
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    for (const worker of workers) void worker.stop();
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const verdicts = new Map<Fault, Verdict>();
  const began = performance.now();
  const report = (fault: Fault, verdict: Verdict) => {
    verdicts.set(fault, verdict);
    const left = faults.length - verdicts.size;
    const minutes = Math.ceil((left * (performance.now() - began)) / verdicts.size / 60_000);
    const code = fault.code.trim().split("\n")[0] ?? "";
    console.log(`${verdicts.size} done, ${left} left, ${minutes} min │ ${verdict}: ${fault.file}: ${code}`);
  };
  // Tests in the browser first, because each of them takes longest.
  const groups = [...Map.groupBy(faults, ({ test }) => test?.file ?? "").values()].toSorted(
    ([one], [other]) => Number(other && isInBrowser(other)) - Number(one && isInBrowser(one)),
  );
  try {
    await Promise.all(
      workers.map(async (worker, at) => {
        copyTree(folders[at] ?? "");
        for (let group = groups.shift(); group && !isStopped; group = groups.shift()) await worker.judge(group, report);
      }),
    );
  } catch (error) {
    if (!isStopped) throw error;
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  if (isStopped) process.exit(130);
  return verdicts;
}

async function main(): Promise<void> {
  const all = readFaults();
  const faults = all.filter(isChosen);
  if (values.write && faults.length < all.length) throw new Error("--write needs all faults: choose none.");
  const began = performance.now();
  const rows = rowsOf(await judgeAll(faults));
  const minutes = (performance.now() - began) / 60_000;
  const { text, failures } = summaryOf(rows);
  console.log(`\n${text}\n${minutes.toFixed(1)} minutes`);
  if (values.write) writeFileSync(PAGE, page(rows, { minutes, cores: cpus().length, day: new Date() }));
  process.exitCode = failures > 0 ? 1 : 0;
}

if (values.help) console.log(HELP);
else await main();
