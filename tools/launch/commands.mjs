import { readdirSync } from "node:fs";
import { LaunchError } from "./error.mjs";
import { projectPath } from "./paths.mjs";
import { compiled, serverEnvironment, serverFlags } from "./server-process.mjs";

const tsc = ["node_modules/typescript/bin/tsc", "-p", "."];
const oxlint = ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"];
const oxfmt = ["node_modules/oxfmt/bin/oxfmt"];

// `env`: variables for the steps; variables that are already set take precedence. `steps`: run one after another with
// the right Node. `forServing`: the command needs only the packages that build and serve the shop. `bundle`,
// `programs`: the command needs up-to-date browser files, or programs for Node.
const commands = {
  start: {
    description: "serve the shop",
    forServing: true,
    bundle: true,
    programs: true,
    steps: [[...serverFlags, "dist/programs/server.js"]],
    env: serverEnvironment,
  },
  dev: { description: "serve the shop while you work on it", steps: [["tools/dev.ts"]] },
  kasse: {
    description: "the operator's commands (try `kasse --help`)",
    forServing: true,
    programs: true,
    steps: [["dist/programs/npm-kasse.js"]],
    env: compiled,
  },
  simulate: {
    description: "simulate the providers for the shop (try `simulate --help`)",
    forServing: true,
    programs: true,
    steps: [["dist/programs/simulator.js"]],
    env: compiled,
  },
  test: {
    description: "all checks and tests (try `test --help`)",
    steps: [["tools/test.ts"]],
    env: compiled,
  },
  "test:full": {
    description: "all tests, including the long ones",
    steps: [["tools/test.ts", "--full"]],
    env: compiled,
  },
  "test:watch": {
    description: "unit and component tests, repeated when their files change; parts of paths select tests",
    steps: [["tools/watch.ts"]],
    env: compiled,
  },
  figures: {
    description: "figures of the last test run; --write puts them into CONTRIBUTING.md",
    steps: [["tools/figures.ts"]],
  },
  mutants: {
    description: "test the tests: change the code and check whether they detect it",
    steps: [["tools/mutants.ts"]],
  },
  faults: {
    description: "seed faults and run the test that is said to detect each (try `faults --help`)",
    steps: [["tools/faults.ts"]],
  },
  without: {
    description: "delete an extension in a copy of the tree and check the rest (try `without --help`)",
    steps: [["tools/without.ts"]],
  },
  extension: {
    description: "make, check and test an extension of your own (try `extension --help`)",
    bundle: true,
    programs: true,
    steps: [["tools/extension.ts"]],
  },
  typecheck: { description: "check the types", steps: [tsc] },
  lint: { description: "find faults and check the format", steps: [oxlint, [...oxfmt, "--check"]] },
  format: { description: "format all files", steps: [oxfmt] },
  notices: { description: "list the licences of the packages of a shop; --out <file>", steps: [["tools/notices.ts"]] },
  sbom: { description: "list every component as CycloneDX JSON; --out <file>", steps: [["tools/sbom.ts"]] },
  release: {
    description: "make the files of a release (try `release --help`)",
    bundle: true,
    programs: true,
    steps: [["tools/release.ts"]],
  },
  docs: { description: "generate the parts of docs/ that come from the code", steps: [["tools/docs.ts"]] },
  spoken: {
    description: "record the output of a screen reader in each sale, into docs/evidence/spoken",
    bundle: true,
    steps: [["tools/spoken.ts"]],
  },
  pictures: {
    description: "retake the pictures of README and docs/evidence/screens.md",
    bundle: true,
    steps: [["tools/pictures.ts"]],
  },
  documents: {
    description: "draw the invented documents for tests of document reading",
    steps: [["tools/documents.ts"]],
  },
  passwords: { description: "generate the hashed list of leaked passwords", steps: [["tools/leaked-passwords.ts"]] },
  build: {
    description: "build the browser's files and the programs for Node, or only the named part",
    steps: [["tools/build.mjs"]],
  },
  size: { description: "check the size of the first load", bundle: true, steps: [["tools/size.ts"]] },
};

function benchmarks() {
  try {
    return readdirSync(projectPath("bench"))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => name.slice(0, -".ts".length));
  } catch {
    return [];
  }
}

/** Returns the command with this name; `bench:<name>` runs `bench/<name>.ts`. Throws a LaunchError if there is none. */
export function findCommand(name) {
  if (Object.hasOwn(commands, name)) return commands[name];
  if (name.startsWith("bench:") && benchmarks().includes(name.slice("bench:".length))) {
    return { bundle: true, programs: true, steps: [[`bench/${name.slice("bench:".length)}.ts`]] };
  }
  throw new LaunchError(`There is no command "${name}"; \`node tools/launch.mjs --help\` lists them.`, 2);
}

/** Returns the help text with all commands. */
export function help() {
  const rows = Object.entries(commands).map(([name, { description }]) => [name, description]);
  for (const name of benchmarks()) rows.push([`bench:${name}`, `measure (bench/${name}.ts)`]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const list = rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`).join("\n");
  return `node tools/launch.mjs <command> [arguments…]   (or: npm run <command> -- [arguments…])\n\n${list}`;
}
