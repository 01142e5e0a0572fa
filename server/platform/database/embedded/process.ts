import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const exec = promisify(execFile);

/** True while a process of that number exists, whoever it is. */
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

/** The command line of a process, its words separated by blanks; null when there is no such process. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return askPs(pid, "command");
  const words = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  return words === null ? null : words.split("\0").join(" ").trim();
}

/**
 * A number that tells one process from a later one with the same process id: when it started. Null when it is gone
 * (a zombie, which only waits for its parent, counts as gone).
 */
async function startOf(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return (await askPs(pid, "lstart"))?.replaceAll(/\W+/g, "-") ?? null;
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (line === null) return null;
  // The second field is the program's name in brackets and may hold anything, so count from the last bracket.
  const [state, ...rest] = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? null : (rest[18] ?? null);
}

/** Names a process for good, as `<pid>:<start>`; a process id alone is used again by the system. */
export async function signatureOf(pid: number): Promise<string | null> {
  const start = await startOf(pid);
  return start === null ? null : `${pid}:${start}`;
}

/** True while exactly that process is alive. */
export async function isSignatureAlive(signature: string): Promise<boolean> {
  const pid = Number(signature.split(":")[0]);
  return Number.isInteger(pid) && pid > 0 && (await signatureOf(pid)) === signature;
}
