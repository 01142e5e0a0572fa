import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { recordsFolder } from "../support/records-folder.ts";

/** Provides the folder in which the HTTP tests of this run recorded their exchanges. */
export default async function findRecords(project: TestProject): Promise<() => Promise<void>> {
  const records = await recordsFolder();
  project.provide("records", records);
  return async () => rm(records, { recursive: true, force: true });
}
