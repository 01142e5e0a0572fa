import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canSeed, hasTest, seed, textOf, type Fault, type NamedTest } from "./fault.ts";
import type { Reply, Request } from "./judge.ts";

/**
 * The result for a fault: its test fails because of it, or passes nevertheless (`missed`). It cannot be judged if its
 * code or its test no longer exists, or if the test also fails without it (`broken`). `untested`: no test is named.
 */
export type Verdict = "detected" | "missed" | "codeGone" | "testGone" | "broken" | "untested";

/** After this time without a reply, in ms, the process of a test is ended. */
const MAX_MS = 180_000;
/** How long a test waits for a state that a fault prevents, in ms. Without the fault, it has to pass within it. */
const PATIENCE_MS = "15000";
/** Time limit of a test without a fault, in ms. */
const UNHURRIED_MS = 120_000;
/** With a fault, a test may take this many times longer than the slowest of its file without one, and at least: */
const SLOWER = 5;
const LEAST_MS = 10_000;
/** Time for its end, in ms. */
const END_MS = 15_000;

type NamedTests = Pick<Request, "test" | "names">;

/** Judges faults in a copy of the tree. */
export type Worker = {
  /** Judges the faults whose tests are in one file, and reports each verdict. */
  judge(faults: readonly Fault[], report: (fault: Fault, verdict: Verdict) => void): Promise<void>;
  /** Ends its process, also while it judges, which then throws. */
  stop(): Promise<void>;
};

export function createWorker(folder: string, env: Readonly<Record<string, string>>): Worker {
  let child: ChildProcess | null = null;
  /** The file whose fault was removed last. The process still has it with the fault. */
  let restored: string[] = [];

  let isStopped = false;

  async function end(): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    ending.kill("SIGTERM");
    const timer = setTimeout(() => ending.kill("SIGKILL"), END_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Asks the process of the tests; null if it does not answer in time or ends. */
  async function ask({ test, names }: NamedTests, changed: readonly string[], limitMs: number): Promise<Reply | null> {
    const asked = (child ??= fork(join(folder, "tools/faults/judge.ts"), {
      cwd: folder,
      env: { ...process.env, ...env, KASSE_TEST_PATIENCE_MS: PATIENCE_MS },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }));
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), MAX_MS);
    const abort = () => over.abort();
    asked.once("exit", abort);
    asked.send({ test, names, changed: [...restored, ...changed], limitMs } satisfies Request);
    restored = [];
    const reply = await once(asked, "message", { signal: over.signal }).then(
      ([message]) => message as Reply,
      () => null,
    );
    clearTimeout(timer);
    asked.off("exit", abort);
    if (isStopped) throw new Error("The worker was stopped");
    if (reply === null) await end();
    return reply;
  }

  /** Runs the test of a fault while the fault is in the tree. */
  async function runWith(fault: Fault, { file: test, name }: NamedTest, limitMs: number): Promise<Verdict> {
    const path = join(folder, fault.file);
    const source = textOf(folder, fault.file);
    writeFileSync(path, seed(source, fault));
    const reply = await ask({ test, names: [name] }, [fault.file], limitMs);
    writeFileSync(path, source);
    restored = [fault.file];
    if (reply === null || reply.failed > 0) return "detected";
    return reply.passed > 0 ? "missed" : "testGone";
  }

  /**
   * Returns those of the named tests that pass without a fault, because a test that fails anyway detects nothing, and
   * the time limit for them with a fault, in ms.
   */
  async function passing(
    test: string,
    names: readonly string[],
  ): Promise<{ passed: readonly string[]; limitMs: number }> {
    const all = await ask({ test, names }, [], UNHURRIED_MS);
    const limitMs = Math.max(LEAST_MS, SLOWER * (all?.slowestMs ?? 0));
    if (all?.failed === 0) return { passed: names, limitMs };
    const replies: (Reply | null)[] = [];
    for (const name of names) replies.push(await ask({ test, names: [name] }, [], UNHURRIED_MS));
    return { passed: names.filter((_, at) => replies[at]?.failed === 0), limitMs };
  }

  return {
    async judge(faults, report) {
      const file = faults[0]?.test?.file ?? null;
      const source = file === null ? "" : textOf(folder, file);
      const isThere = ({ test }: Fault) => test !== null && hasTest(source, test);
      const names = [...new Set(faults.filter(isThere).map(({ test }) => test?.name ?? ""))];
      const { passed, limitMs } =
        file === null || names.length === 0 ? { passed: [], limitMs: 0 } : await passing(file, names);
      for (const fault of faults) {
        if (!canSeed(textOf(folder, fault.file), fault)) report(fault, "codeGone");
        else if (fault.test === null) report(fault, "untested");
        else if (!isThere(fault)) report(fault, "testGone");
        else if (!passed.includes(fault.test.name)) report(fault, "broken");
        else report(fault, await runWith(fault, fault.test, limitMs));
      }
    },
    stop() {
      isStopped = true;
      return end();
    },
  };
}
