import { createHash } from "node:crypto";
import { kindOf } from "./kinds.ts";

/**
 * When a test runs. `core`: with every `npm test`. `rest`: with one `npm test` in five, with `--all` and with
 * `npm run test:full`. `long`: only with `npm run test:full`.
 */
export type Ring = "core" | "rest" | "long";

/** Of the tests of the ring `rest`, `npm test` runs one part of so many. */
export const FIFTHS = 5;

/**
 * The ring of each folder of HTTP tests. `core` has what guards money, persons, orders, documents, logins, permissions
 * and against loss; a test about something else belongs into another folder.
 */
const FOLDERS: Readonly<Record<string, Ring>> = {
  account: "core",
  agents: "rest",
  brand: "rest",
  checkout: "core",
  cli: "rest",
  cluster: "long",
  confirmation: "rest",
  contract: "rest",
  customer: "core",
  database: "rest",
  desk: "rest",
  "desk-permissions": "core",
  document: "core",
  eid: "rest",
  esim: "rest",
  faults: "rest",
  fuzz: "rest",
  identity: "core",
  input: "rest",
  jobs: "core",
  launch: "rest",
  law: "rest",
  ledger: "core",
  messages: "rest",
  model: "rest",
  network: "rest",
  numbers: "rest",
  operator: "rest",
  order: "core",
  packages: "long",
  pages: "rest",
  payment: "core",
  retention: "core",
  security: "core",
  shop: "rest",
  simulator: "rest",
  specification: "rest",
  start: "rest",
  steps: "core",
  tv: "core",
};

/**
 * Returns the ring of a test file, from its folder or name. Rules (unit tests) always run, and of the tests in the
 * browser those named `*.sale.*`: a journey for each kind of sale. A test named `*.rest.test.ts` guards nothing,
 * although its folder does; one of an extension named `*.core.test.ts` guards something. Throws for a test in a folder
 * without a ring.
 */
export function ringOf(path: string): Ring {
  switch (kindOf(path)) {
    case "unit":
      return "core";
    case "browser":
    case "component":
      return /\.sale\.(spec|test)\.tsx?$/.test(path) ? "core" : "rest";
    case "browsers":
      return "rest";
    case "http": {
      // The sale works without most of them, and their rules have unit tests.
      if (path.startsWith("extensions/")) return path.endsWith(".core.test.ts") ? "core" : "rest";
      const folder = path.split("/")[1] ?? "";
      const ring = FOLDERS[folder];
      if (ring === undefined) throw new Error(`${path}: the folder ${folder} has no ring (tools/test/rings.ts)`);
      return ring === "core" && path.endsWith(".rest.test.ts") ? "rest" : ring;
    }
  }
}

/** Returns the part of the ring `rest` to which a file belongs: 0 to 4, always the same for the same path. */
export const fifthOf = (path: string): number => numberOf(path) % FIFTHS;

/** Returns the part of the ring `rest` that runs at a commit. */
export const fifthAt = (commit: string): number => numberOf(commit) % FIFTHS;

const numberOf = (text: string) => createHash("sha256").update(text).digest().readUInt32BE();

/** Returns whether `npm test` runs a file when it runs this fifth. */
export function runsIn(path: string, fifth: number): boolean {
  const ring = ringOf(path);
  return ring === "core" || (ring === "rest" && fifthOf(path) === fifth);
}
