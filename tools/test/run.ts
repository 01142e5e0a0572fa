import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** The project's root folder. */
export const root = join(import.meta.dirname, "..", "..");

export type RunOptions = {
  /** Prefix of each output line, because suites run in parallel. */
  readonly prefix: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs with lower priority, for short work that is not urgent. */
  readonly nice?: true;
};

/** Runs a program in the project's root. Resolves to its exit code, or 1 if it could not be started. */
export function runProgram(file: string, args: readonly string[], { prefix, env, nice }: RunOptions): Promise<number> {
  return new Promise((resolve) => {
    const [program, ...rest] = nice ? ["nice", "-n", "5", file, ...args] : [file, ...args];
    const child = spawn(program ?? file, rest, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    print(child.stdout, prefix);
    print(child.stderr, prefix);
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", (error) => {
      console.error(`${prefix}${file} could not be started: ${error.message}`);
      resolve(1);
    });
    // Unlike `exit`, this event comes after the output streams have ended.
    child.once("close", (code) => {
      process.off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}

function print(stream: Readable, prefix: string): void {
  createInterface({ input: stream }).on("line", (line) => {
    if (line.trim() !== "") process.stdout.write(`${prefix}${line}\n`);
  });
}

/** Runs a JavaScript or TypeScript file with the current Node. */
export const runNode = (args: readonly string[], options: RunOptions): Promise<number> =>
  runProgram(process.execPath, args, options);

/**
 * Runs a test program that writes a JSON report to the given file. Resolves to its exit code and the report, which is
 * null if the program ended without writing one.
 */
export async function runWithReport<Report>(
  run: (reportFile: string) => Promise<number>,
): Promise<{ code: number; report: Report | null }> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-report-"));
  try {
    const file = join(folder, "report.json");
    const code = await run(file);
    const text = await readFile(file, "utf8").catch(() => null);
    return { code, report: text === null ? null : (JSON.parse(text) as Report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
