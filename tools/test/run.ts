import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** The project's root folder. */
export const root = join(import.meta.dirname, "..", "..");

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** Receives each line of the program's output. */
  readonly onLine: (line: string) => void;
};

/** How a program ended: its exit code (1 if it could not be started), and its processor time in seconds. */
export type Outcome = { readonly code: number; readonly processor: number };

/** The programs that run now. Each leads a process group, which has everything that it started. */
const programs = new Set<ChildProcess>();

/** How long programs may take to end what they started, in ms. */
const ENDING_MS = 10_000;

/** Ends all programs with everything that they started. */
export async function endPrograms(): Promise<void> {
  const ending = [...programs];
  for (const program of ending) signalGroup(program, "SIGTERM");
  const ended = Promise.all(ending.map((program) => new Promise((resolve) => program.once("close", resolve))));
  const timer = setTimeout(() => ending.forEach((program) => signalGroup(program, "SIGKILL")), ENDING_MS);
  await ended;
  clearTimeout(timer);
  for (const program of ending) signalGroup(program, "SIGKILL");
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

/**
 * Runs a program in the project's root, as the leader of a process group. The shell around it counts the processor time
 * of the program and of everything that it has waited for.
 */
export async function runProgram(file: string, args: readonly string[], { env, onLine }: RunOptions): Promise<Outcome> {
  const times = join(tmpdir(), `kasse-times-${randomBytes(6).toString("hex")}`);
  const script = 'trap : TERM INT; "$@"; code=$?; times > "$KASSE_TIMES"; exit $code';
  const child = spawn("/bin/sh", ["-c", script, "sh", file, ...args], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env, KASSE_TIMES: times },
  });
  programs.add(child);
  for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine);
  const code = await new Promise<number>((resolve) => {
    child.once("error", ({ message }) => {
      onLine(`${file} could not be started: ${message}`);
      resolve(1);
    });
    // Unlike `exit`, this event comes after the output streams have ended.
    child.once("close", (status) => resolve(status ?? 1));
  });
  programs.delete(child);
  const processor = secondsIn(await readFile(times, "utf8").catch(() => ""));
  await rm(times, { force: true });
  return { code, processor };
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on("line", (line) => line.trim() !== "" && onLine(line));
}

/** Returns the sum of the times that the shell's `times` prints, such as `1m2.500s`, in seconds. */
function secondsIn(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

/** Runs a JavaScript or TypeScript file with the current Node. */
export const runNode = (args: readonly string[], options: RunOptions): Promise<Outcome> =>
  runProgram(process.execPath, args, options);
