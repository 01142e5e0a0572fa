import { existsSync } from "node:fs";
import { runProgram } from "./run.ts";

/** Whether this process can install Debian packages. */
export const canInstall = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** Installs Debian packages and prints a message. Ignores failures; the caller checks whether it worked. */
export async function install(what: string, packages: string): Promise<void> {
  console.log(`Installing Debian's ${what} with apt-get (about a minute, once).`);
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages} >/dev/null`;
  const onLine = (line: string) => console.log(`apt-get │ ${line}`);
  await runProgram("/bin/sh", ["-c", command], { onLine, env: { DEBIAN_FRONTEND: "noninteractive" } });
}
