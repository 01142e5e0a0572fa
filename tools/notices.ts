// Writes the licences of all packages that a shop needs at runtime.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { lockedPackages, type LockedPackage } from "./licences/packages.ts";

const HELP = `npm run notices -- [--out <file>]

Lists every installed package that a shop runs with, or that its pages contain, with its licence and licence text.
Without --out, writes to standard output. A release contains the list as THIRD_PARTY_NOTICES.txt.`;

const { values } = parseArgs({
  options: { out: { type: "string", default: "-" }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(HELP);
} else {
  const packages = lockedPackages().filter(({ shipped, folder }) => shipped && existsSync(folder));
  const text = `${packages.map(noticeOf).join(`\n${"-".repeat(80)}\n\n`)}`;
  if (values.out === "-") process.stdout.write(text);
  else {
    writeFileSync(values.out, text);
    console.log(`${values.out} has the licences of ${packages.length} packages.`);
  }
}

function noticeOf({ name, version, licence, folder }: LockedPackage): string {
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|notice|copying|ofl)/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  const head = `${name} ${version}, ${licence ?? "licence according to its text"}\n`;
  return [head, ...(texts.length > 0 ? texts : ["The package has no file with the text of its licence."]), ""].join(
    "\n",
  );
}
