// Makes, checks and tests extensions outside of this tree: `npm run extension -- --help`.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { linkKasse, makeExtension, NAME } from "./extension/make.ts";
import { buildTypes } from "./extension/types.ts";
import { root } from "./test/run.ts";

const HELP = `npm run extension -- new <folder>     make an extension that runs, named after its folder
npm run extension -- check <folder>   check its types
npm run extension -- test <folder>    run its tests, the *.test.ts below it

A folder is relative to Kasse's, such as ../vouchers. docs/extensions.md says what an extension can have.`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
const [command, named, ...rest] = positionals;

/** Prints why the command cannot run, and ends with exit code 2. */
function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

/** Runs Node in a folder; ends with its exit code if it fails. */
function node(folder: string, ...args: readonly string[]): void {
  try {
    execFileSync(process.execPath, args, { cwd: folder, stdio: "inherit" });
  } catch (error) {
    process.exit((error as { status?: number }).status ?? 1);
  }
}

function existing(folder: string): string {
  if (!["extension.ts", "extension.js"].some((name) => existsSync(join(folder, name))))
    refuse(`There is no extension.ts or extension.js in ${folder}.`);
  linkKasse(folder);
  return folder;
}

if (values.help) {
  console.log(HELP);
} else if (named === undefined || rest.length > 0) {
  refuse(HELP);
} else {
  const folder = resolve(root, named);
  if (command === "new") {
    if (!NAME.test(basename(folder)))
      refuse(`The folder's name becomes the extension's: use a to z, 0 to 9 and hyphens, such as ../vouchers.`);
    if (existsSync(folder) && readdirSync(folder).length > 0) refuse(`${folder} is not empty.`);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
    for (const file of makeExtension(folder, version)) console.log(relative(root, file));
    console.log(`\nTry it: npm run extension -- test ${named}`);
    console.log(`Run it: its README.md says how.`);
  } else if (command === "check") {
    existing(folder);
    buildTypes();
    node(folder, join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
    console.log("The types are right.");
  } else if (command === "test") {
    existing(folder);
    const files = globSync("**/*.test.{ts,js}", { cwd: folder, exclude: ["node_modules/**"] });
    if (files.length === 0) refuse(`There is no *.test.ts below ${folder}.`);
    node(folder, "--test", ...files);
  } else {
    refuse(HELP);
  }
}
