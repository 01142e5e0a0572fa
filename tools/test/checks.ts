import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBundle } from "../launch/bundle.mjs";
import { failure, nothing, type Counts } from "./counts.ts";
import { root, runNode } from "./run.ts";

const counted = (exitCode: number, what: string): Counts =>
  exitCode === 0 ? { ...nothing, passed: 1 } : failure(`${what}: exit code ${exitCode}`);

/** Checks all types; counts as one test. */
export async function checkTypes(): Promise<Counts> {
  return counted(await runNode(["node_modules/typescript/bin/tsc", "-p", "."]), "tsc");
}

/** Runs the linter, for which warnings are failures, and checks the format; counts as one test. */
export async function checkFormatAndFaults(): Promise<Counts> {
  const faults = await runNode(["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]);
  const format = await runNode(["node_modules/oxfmt/bin/oxfmt", "--check"]);
  return counted(faults + format, faults === 0 ? "oxfmt --check" : "oxlint");
}

/** Searches every file for keys, tokens and passwords; counts as one test. */
export async function checkSecrets(): Promise<Counts> {
  return counted(await runNode(["node_modules/secretlint/bin/secretlint.js", "**/*"]), "secretlint");
}

/** Finds unused files, exports and dependencies; counts as one test. */
export async function checkUnused(): Promise<Counts> {
  return counted(await runNode(["node_modules/knip/bin/knip.js"]), "knip");
}

/** Whether the project checks the size of the first load. */
export const hasSizeCheck = (): boolean => existsSync(join(root, "tools", "size.ts"));

/** Checks that the first load is within its budget; counts as one test. */
export async function checkSize(): Promise<Counts> {
  await ensureBundle(process.execPath);
  return counted(await runNode(["tools/size.ts"]), "tools/size.ts");
}
