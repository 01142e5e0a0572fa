// Writes a software bill of materials as CycloneDX JSON: every package that the shop runs with, from package-lock.json.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const HELP = `npm run sbom -- [--dev] [--out <file>]

Lists every package that the shop runs with, as CycloneDX JSON; --dev also those for building and testing.
Without --out it is written to standard output.`;

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
  const tool = "node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js";
  const omitted = values.dev ? [] : ["--omit", "dev"];
  const form = ["--package-lock-only", "--output-format", "JSON", "--output-reproducible", "--output-file", values.out];
  const { status } = spawnSync(process.execPath, [tool, ...form, ...omitted], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status === 0 && values.out !== "-") console.log(`${values.out} is written.`);
  process.exitCode = status ?? 1;
}
