import { statSync } from "node:fs";
import { explainUnopened } from "#server/platform/files/operator-text.ts";
import type { Rule } from "./rule.ts";

/** Checks that a file or folder that a server reads at its start is there. */
const isThere =
  (setting: string, kind: "file" | "folder", pathIn: (config: Parameters<Rule>[0]) => string): Rule =>
  (config) => {
    const path = pathIn(config);
    try {
      const found = statSync(path);
      if (kind === "file" ? found.isFile() : found.isDirectory()) return [];
      return [`${setting} is "${path}", which is not a ${kind}; set it to a ${kind}.`];
    } catch (error) {
      const { problem, fix } = explainUnopened(error as NodeJS.ErrnoException);
      return [`${setting} is "${path}", which ${problem}. ${fix}`];
    }
  };

/** The files that a server reads. Their contents are checked when they are read. */
export const FILE_RULES: readonly Rule[] = [
  isThere("BRAND_FILE", "file", ({ brandFile }) => brandFile),
  isThere("LAW_FILE", "file", ({ lawFile }) => lawFile),
  isThere("CATALOGUE_DIR", "folder", ({ catalogueDir }) => catalogueDir),
];
