import { existsSync } from "node:fs";
import { join } from "node:path";
import { bringBundle } from "../launch/bundle.mjs";
import type { Counts } from "./counts.ts";
import { root, runNode } from "./run.ts";

const counted = (exitCodes: readonly number[]): Counts => ({
  passed: exitCodes.filter((code) => code === 0).length,
  failed: exitCodes.filter((code) => code !== 0).length,
  skipped: 0,
});

/** Checks all types; counts as one test. */
export async function checkTypes(): Promise<Counts> {
  return counted([await runNode(["node_modules/typescript/bin/tsc", "-p", "."])]);
}

/** Looks for faults (warnings are faults) and for files that are not formatted; counts as one test. */
export async function checkFormatAndFaults(): Promise<Counts> {
  const faults = await runNode(["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]);
  const format = await runNode(["node_modules/oxfmt/bin/oxfmt", "--check"]);
  return counted([faults + format]);
}

/** Looks for files, exports and dependencies that nothing uses; counts as one test. */
export async function checkUnused(): Promise<Counts> {
  return counted([await runNode(["node_modules/knip/bin/knip.js"])]);
}

/** True when the project has a check of the first load's size. */
export const hasSizeCheck = (): boolean => existsSync(join(root, "tools", "size.ts"));

/** Checks that the first load keeps its budget; counts as one test. */
export async function checkSize(): Promise<Counts> {
  await bringBundle(process.execPath);
  return counted([await runNode(["tools/size.ts"])]);
}
