import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The project's root folder. */
export const root = join(import.meta.dirname, "..", "..");

/** Runs a program in the project's root with inherited output. Resolves to its exit code, or 1 if it could not be started. */
export function runProgram(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    const stop = () => child.kill("SIGTERM");
    process.once("SIGTERM", stop);
    child.once("error", (error) => {
      console.error(`${file} could not be started: ${error.message}`);
      resolve(1);
    });
    child.once("exit", (code) => {
      process.off("SIGTERM", stop);
      resolve(code ?? 1);
    });
  });
}

/** Runs a JavaScript or TypeScript file with the current Node. */
export const runNode = (args: readonly string[], env?: Record<string, string>): Promise<number> =>
  runProgram(process.execPath, args, env);

/**
 * Runs a test program that writes a JSON report to the given file. Resolves to its exit code and the report, which is null if
 * the program ended without writing one.
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
