import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const exec = promisify(execFile);

/** Whether a process with that id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function askPs(pid: number, column: "lstart" | "command"): Promise<string | null> {
  const answer = await exec("ps", ["-ww", "-o", `${column}=`, "-p", String(pid)]).catch(() => null);
  return answer === null ? null : answer.stdout.trim() || null;
}

/** The command line of a process, its arguments separated by spaces; null if the process does not exist. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return askPs(pid, "command");
  const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  return words === null ? null : words.split("\0").join(" ").trim();
}

/**
 * The start time of a process, which distinguishes it from a later one with the same id. Null if the process has ended; a
 * zombie counts as ended.
 */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return (await askPs(pid, "lstart"))?.replaceAll(/\W+/g, "-") ?? null;
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (line === null) return null;
  // The second field is the program's name in brackets. It may contain anything, so count from the last bracket.
  const [state, ...rest] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? null : (rest[18] ?? null);
}

/** Identifies a process uniquely, as `<pid>:<start>`; a process id alone may be reused. Null if the process has ended. */
export async function signatureOf(pid: number): Promise<string | null> {
  const start = await startOf(pid);
  return start === null ? null : `${pid}:${start}`;
}

/** Whether exactly that process is still running. */
export async function isSignatureAlive(signature: string): Promise<boolean> {
  const pid = Number(signature.split(":")[0]);
  return Number.isInteger(pid) && pid > 0 && (await signatureOf(pid)) === signature;
}
