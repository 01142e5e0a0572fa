import { execFileSync } from "node:child_process";
import { whatChangesTouch } from "./changed.ts";
import { KINDS, kindOf, REPEATED, repeatedInFull, testFiles, type Kind } from "./kinds.ts";
import { FIFTHS, fifthAt, ringOf, runsIn } from "./rings.ts";
import { root } from "./run.ts";
import { CHECK_NAMES, SUITE_NAMES, type SuiteName } from "./suites.ts";

/** What the command line says: which tests to run. */
export type Wishes = {
  readonly full: boolean;
  readonly all: boolean;
  readonly fifth: string | undefined;
  readonly changed: boolean;
  readonly only: string | undefined;
  /** Parts of test files' paths. */
  readonly paths: readonly string[];
};

export type Plan = {
  readonly names: readonly SuiteName[];
  readonly files: Readonly<Record<Kind | "repeated", readonly string[]>>;
  /** Whether all HTTP tests run. */
  readonly allHttp: boolean;
  /** Whether the core ring runs whole, for which there is a budget. */
  readonly ring: boolean;
  /** Says what runs and what does not. */
  readonly sentences: readonly string[];
};

/** Returns what to run. Throws an error that explains a wrong wish. */
export function planOf(wishes: Wishes): Plan {
  const only = wishes.only?.split(",") as readonly SuiteName[] | undefined;
  const unknown = only?.find((name) => !SUITE_NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no suite "${unknown}"; the suites are ${SUITE_NAMES.join(", ")}.`);
  if (wishes.changed) return planOfChange(wishes, only);
  const all = testFiles();
  if (wishes.paths.length > 0) {
    const chosen = all.filter((path) => wishes.paths.some((part) => path.includes(part)));
    if (chosen.length === 0) throw new Error(`No test file has ${wishes.paths.join(" or ")} in its path.`);
    return plan(chosen, only ?? KINDS, { repeated: only?.includes("repeated") ? chosen.filter(isRepeatable) : [] });
  }
  if (wishes.full)
    return {
      ...plan(all, only ?? SUITE_NAMES, { repeated: repeatedInFull(all) }),
      allHttp: only === undefined,
      sentences: ["Runs everything, including the long tests."],
    };
  if (wishes.fifth === undefined && (wishes.all || only))
    return {
      ...plan(
        all.filter((path) => ringOf(path) !== "long"),
        only ?? SUITE_NAMES,
        { repeated: REPEATED },
      ),
      allHttp: only === undefined,
      sentences: [`Runs every test${only ? ` of ${only.join(", ")}` : ""}, except the long ones (npm run test:full).`],
    };
  return planOfRing(fifthOf(wishes.fifth), all, only);
}

const isRepeatable = (path: string) => kindOf(path) === "http";

/** Returns the core ring, all checks, and one fifth of the rest. */
function planOfRing(
  { fifth, why }: { readonly fifth: number; readonly why: string },
  all: readonly string[],
  only: readonly SuiteName[] | undefined,
): Plan {
  const run = all.filter((path) => runsIn(path, fifth));
  const core = run.filter((path) => ringOf(path) === "core").length;
  return {
    ...plan(run, only ?? SUITE_NAMES, { repeated: REPEATED.filter((path) => runsIn(`repeated/${path}`, fifth)) }),
    ring: only === undefined,
    sentences: only
      ? [`Runs what npm test runs of ${only.join(", ")} with fifth ${fifth}, ${why}.`]
      : [
          `Runs all checks, the ${core} test files that guard money, persons, orders, documents, logins and rules,`,
          `and fifth ${fifth} of the rest (${run.length - core} files), ${why}.`,
          "--all runs everything, --fifth <0 to 4> another fifth, --changed what your changes affect.",
        ],
  };
}

function fifthOf(wish: string | undefined): { readonly fifth: number; readonly why: string } {
  if (wish !== undefined) {
    const fifth = Number(wish);
    if (wish.trim() === "" || !Number.isInteger(fifth) || fifth < 0 || fifth >= FIFTHS)
      throw new Error(`--fifth is a number from 0 to ${FIFTHS - 1}, not "${wish}".`);
    return { fifth, why: "as you asked" };
  }
  const commit = lastCommit();
  return commit === null
    ? { fifth: 0, why: "because this folder is no clone with a commit" }
    : { fifth: fifthAt(commit), why: `chosen by the commit ${commit.slice(0, 8)}` };
}

function lastCommit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return null;
  }
}

function planOfChange({ full, all, fifth, paths }: Wishes, only: readonly SuiteName[] | undefined): Plan {
  if (full || all || fifth !== undefined || paths.length > 1)
    throw new Error("--changed chooses the tests: give it at most a commit to compare with, and no other choice.");
  const { names, files, sentences } = whatChangesTouch(paths[0]);
  const chosen = names.filter((name) => only?.includes(name) ?? true);
  return { ...plan(files, chosen, { repeated: [] }), sentences };
}

function plan(
  paths: readonly string[],
  names: readonly SuiteName[],
  { repeated }: { readonly repeated: readonly string[] },
): Plan {
  const ofKind = (kind: Kind) => (names.includes(kind) ? paths.filter((path) => kindOf(path) === kind) : []);
  const files = { ...Object.fromEntries(KINDS.map((kind) => [kind, ofKind(kind)])), repeated } as Plan["files"];
  return { names, files, allHttp: false, ring: false, sentences: [] };
}

/** Returns whether anything of this plan needs the built pages and programs. */
export const needsBuild = ({ files, names }: Plan): boolean =>
  ["http", "component", "browsers", "browser", "repeated"].some((kind) => files[kind as Kind].length > 0) ||
  CHECK_NAMES.some((name) => (name === "size" || name === "compat") && names.includes(name));
