// Generates the parts of `docs` that come from the code: `npm run docs`. `tools/docs/generated.test.ts` fails if they
// are outdated.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { GENERATED } from "./docs/generated.ts";

if (process.argv.includes("--help")) {
  console.log("npm run docs\n\nGenerates these files from the code:");
  for (const { path } of GENERATED) console.log(`  ${path}`);
} else {
  for (const { path, text } of GENERATED) {
    const before = await readFile(path, "utf8").catch(() => "");
    const after = text(before);
    if (after === before) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, after);
    console.log(`${path} is written.`);
  }
  console.log("The generated documents are up to date.");
}
