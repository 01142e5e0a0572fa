// Writes a software bill of materials as CycloneDX JSON: all packages that a shop can need at runtime, from the lock
// files.
import { spawnSync } from "node:child_process";
import { globSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const HELP = `npm run sbom -- [--dev] [--out <file>]

Lists every package that a shop can run with, including those that few shops need (libraries/), as CycloneDX JSON.
--dev adds those for building and testing. Without --out, writes to standard output.`;

type Part = { readonly "bom-ref": string };
type Bom = { readonly components: Part[]; readonly dependencies: { readonly ref: string }[] };

const { values } = parseArgs({
  options: {
    dev: { type: "boolean", default: false },
    out: { type: "string", default: "-" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
} else {
  const [project, ...libraries] = ["package.json", ...globSync("libraries/*/package.json").sort()].map(bomOf);
  if (!project) throw new Error("There is no project");
  for (const { components, dependencies } of libraries) {
    project.components.push(...newIn(components, project.components, (each) => each["bom-ref"]));
    project.dependencies.push(...newIn(dependencies, project.dependencies, (each) => each.ref));
  }
  const text = `${JSON.stringify(project, null, 2)}\n`;
  if (values.out === "-") process.stdout.write(text);
  else {
    writeFileSync(values.out, text);
    console.log(`${values.out} is written.`);
  }
}

/**
 * Returns the bill of materials of one package.json with its lock file. Throws if the tool fails, which prints the
 * reason to standard error.
 */
function bomOf(manifest: string): Bom {
  const tool = "node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js";
  const form = ["--package-lock-only", "--output-format", "JSON", "--output-reproducible", "--output-file", "-"];
  const omitted = values.dev ? [] : ["--omit", "dev"];
  const { status, stdout } = spawnSync(process.execPath, [tool, manifest, ...form, ...omitted], {
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The packages of ${manifest} could not be listed`);
  return JSON.parse(stdout) as Bom;
}

/** Returns the entries that `known` does not contain. */
function newIn<Entry>(entries: readonly Entry[], known: readonly Entry[], keyOf: (entry: Entry) => string): Entry[] {
  const keys = new Set(known.map(keyOf));
  return entries.filter((entry) => !keys.has(keyOf(entry)));
}
