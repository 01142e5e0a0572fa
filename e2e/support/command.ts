import { spawn } from "node:child_process";
import type { Server } from "./server.ts";

/**
 * Runs one of the operator's commands on a running shop, with further settings if any. Resolves to its output; rejects
 * if it fails.
 */
export function kasse(
  server: Server & { readonly env?: Readonly<Record<string, string>> },
  ...argv: readonly string[]
): Promise<string> {
  const args = ["dist/programs/kasse.js", ...argv];
  const env = {
    ...process.env,
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.database.url,
    PUBLIC_URL: server.url,
    ...server.env,
  };
  const child = spawn(process.execPath, args, { env, stdio: "pipe" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(`${argv.join(" ")}: ${output}`))));
  });
}
