import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cores } from "./cores.ts";
import type { Remaining } from "./estimate.ts";
import { eventIn } from "./events.ts";
import { root, runNode } from "./run.ts";
import { failureText, inWords, showProgress, type Screen } from "./screen.ts";
import type { Program } from "./suites.ts";
import type { Tally } from "./tally.ts";

type Run = {
  /** Variables of the programs: the run's database, scheduler and browsers. */
  readonly env: Readonly<Record<string, string>>;
  readonly cores: Cores;
  readonly tally: Tally;
  readonly remaining: Remaining;
  readonly workers: number;
  readonly isStopped: () => boolean;
};

/** Runs the programs side by side, their files as cores get free, and shows how far they are. */
export async function runPrograms(programs: readonly Program[], run: Run): Promise<void> {
  const began = performance.now();
  for (const log of globSync("test-results/*.log", { cwd: root })) rmSync(join(root, log));
  const files = run.remaining.files();
  const expected = run.remaining.total();
  const line = () => {
    const elapsed = (performance.now() - began) / 1000;
    const left = run.remaining.total();
    // The estimates are of another machine or another hour, so they are scaled by what has been measured.
    const scale = expected - left > 0.05 * expected ? elapsed / (expected - left) : 1 / run.workers;
    const working = run.cores.running().map(({ suite, file }) => `${suite} ${file.replace(/^test\//, "")}`);
    const { failed } = run.tally.total();
    return [
      `▸ ${files - run.remaining.files()} of ${files} files done`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      `about ${inWords(left * scale)} to go`,
      working.join(", "),
    ].join(" · ");
  };
  const screen = showProgress(line);
  await Promise.all(programs.map((program) => runOne(program, { ...run, began, screen })));
  screen.stop();
}

async function runOne(
  program: Program,
  { env, cores, tally, remaining, isStopped, began, screen }: Run & { readonly began: number; readonly screen: Screen },
): Promise<void> {
  const { title, args, files } = program;
  const isCheck = title === "checks";
  const name = isCheck ? (files[0] ?? "") : title;
  // To start a program is work too: it has a core until its first file waits for one.
  const release = await cores.take({ suite: title, file: isCheck ? name : "(starting)" });
  if (isStopped()) return release();
  const output: string[] = [];
  let failures = 0;
  const start = performance.now();
  const fail = (failure: Parameters<Tally["fail"]>[1]) => {
    failures += 1;
    tally.fail(title, failure);
    screen.print(failureText({ ...failure, title }));
  };
  const { code, processor } = await runNode(args, {
    // A Go program gets one processor: with more, the type-aware linter repeats work for each.
    env: { ...env, ...(isCheck && { GOMAXPROCS: "1" }) },
    onLine(text) {
      const event = eventIn(text);
      if (event === null) output.push(text);
      else if (event.kind === "ready") release();
      else if (event.kind === "failure") fail(event.failure);
      else {
        tally.add(title, event.ended);
        remaining.done(title, event.ended.file);
      }
    },
  });
  release();
  tally.end(title, processor, (performance.now() - began) / 1000);
  for (const file of files) remaining.done(title, file);
  keepOutput(name, output);
  if (isStopped()) return;
  const seconds = (performance.now() - start) / 1000;
  if (isCheck) {
    if (code !== 0) fail({ file: name, test: null, message: output.slice(-40).join("\n") });
    tally.add(title, { file: name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, seconds });
  } else if (code !== 0 && failures === 0) {
    fail({
      file: "outside of all files",
      test: null,
      message: `it ended with ${code}\n${output.slice(-20).join("\n")}`,
    });
    tally.add(title, { file: "", passed: 0, failed: 1, skipped: 0, seconds: 0 });
  }
}

/** Writes what a program printed besides its events to `test-results`; a check can consist of several programs. */
function keepOutput(name: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  mkdirSync(join(root, "test-results"), { recursive: true });
  writeFileSync(join(root, "test-results", `${name}.log`), `${lines.join("\n")}\n`, { flag: "a" });
}
