// Writes the tables of settings into docs/settings.md, between its two marks: `npm run docs`.
// `server/config/docs.test.ts` fails while they differ from the table of settings.
import { readFile, writeFile } from "node:fs/promises";
import { withSettings } from "#server/config/docs.ts";

if (process.argv.includes("--help")) {
  console.log("npm run docs\n\nWrites the tables of settings into docs/settings.md from server/config/settings.ts.");
} else {
  const file = "docs/settings.md";
  const page = await readFile(file, "utf8");
  const written = withSettings(page);
  if (written !== page) await writeFile(file, written);
  console.log(written === page ? `${file} is up to date.` : `${file} is written.`);
}
