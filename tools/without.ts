// Deletes an extension in a copy of the tree and shows that everything else still works: `npm run without -- --help`.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyTree } from "./faults/tree.ts";
import { ensureBundle, ensurePrograms } from "./launch/bundle.mjs";
import { root } from "./test/run.ts";
import { listWithout, LISTS, namesIn } from "./without/remove.ts";

const HELP = `npm run without -- [--types] <extension>…

Copies the working tree, deletes the folder of each extension and its lines in the lists of extensions, and runs there: the
types, lint, unused code, the build, \`npm test\`, a first start on an empty database, and a start on a database that
had the extension. Fails if one of them fails; --keep leaves the copy for a look.

--types  only the types
--keep   keep the copy`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { types: { type: "boolean" }, keep: { type: "boolean" }, help: { type: "boolean" } },
});
const known = namesIn(readFileSync(join(root, "extensions/index.ts"), "utf8"));
const unknown = positionals.filter((name) => !known.includes(name));
if (values.help || positionals.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no extension ${name}; there are ${known.join(", ")}.`);
  (values.help ? console.log : console.error)(HELP);
  process.exit(values.help ? 0 : 2);
}

/** Runs a command in the copy and prints how long it took. Returns whether it succeeded. */
function step(folder: string, about: string, command: string, args: readonly string[], env = {}): boolean {
  const start = performance.now();
  try {
    execFileSync(command, args, { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8", stdio: "pipe" });
    console.log(`  ✓ ${about} (${seconds(start)})`);
    return true;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    console.log(`  ✗ ${about} (${seconds(start)})\n${`${stdout}\n${stderr}`.trim().split("\n").slice(-60).join("\n")}`);
    return false;
  }
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;
const launch = (name: string, ...args: readonly string[]) => ["tools/launch.mjs", name, ...args];

/** Starts the shop of a tree on a data folder, until it is ready. Returns whether it became ready. */
async function startsOn(folder: string, about: string, dataDir: string): Promise<boolean> {
  const start = performance.now();
  const shop = spawn(process.execPath, launch("start"), {
    cwd: folder,
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", MANAGEMENT_PORT: "0", DEMO_SALES: "off" },
    detached: true,
  });
  let output = "";
  const isReady = await new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes("Kasse is ready")) resolve(true);
    };
    shop.stdout.on("data", read);
    shop.stderr.on("data", read);
    shop.once("exit", () => resolve(false));
  });
  const ended = new Promise((resolve) => (shop.exitCode === null ? shop.once("exit", resolve) : resolve(null)));
  if (shop.exitCode === null && shop.pid !== undefined) process.kill(-shop.pid, "SIGTERM");
  await ended;
  console.log(`  ${isReady ? "✓" : "✗"} ${about} (${seconds(start)})${isReady ? "" : `\n${output}`}`);
  return isReady;
}

/** Checks the tree without an extension. Returns whether all steps succeeded. */
async function check(name: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), `kasse-without-${name}-`));
  console.log(`Without ${name}${values.keep ? ` (${folder})` : ""}:`);
  try {
    copyTree(folder);
    rmSync(join(folder, "extensions", name), { recursive: true });
    // A library of its own has its name.
    rmSync(join(folder, "libraries", name), { recursive: true, force: true });
    for (const path of LISTS.map((each) => join(folder, each)))
      writeFileSync(path, listWithout(readFileSync(path, "utf8"), name));
    const isTyped = step(folder, "types", process.execPath, launch("typecheck"));
    if (values.types) return isTyped;
    const isWritten = step(folder, "generated documents", process.execPath, launch("docs"));
    const isBuilt = step(folder, "build", process.execPath, launch("build"));
    const fresh = mkdtempSync(join(tmpdir(), "kasse-data-"));
    const used = mkdtempSync(join(tmpdir(), "kasse-data-"));
    const starts =
      (await startsOn(folder, "first start on an empty database", fresh)) &&
      (await startsOn(root, `(a first start with ${name})`, used)) &&
      (await startsOn(folder, `start on a database that had ${name}`, used));
    for (const each of [fresh, used]) rmSync(each, { recursive: true, force: true });
    const isGreen = step(
      folder,
      "npm test: types, lint, unused code and the core ring",
      process.execPath,
      launch("test"),
    );
    return isTyped && isWritten && isBuilt && starts && isGreen;
  } finally {
    if (!values.keep && existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

if (!values.types) {
  await ensureBundle(process.execPath);
  await ensurePrograms(process.execPath);
}
let failed = 0;
for (const name of positionals) failed += (await check(name)) ? 0 : 1;
process.exitCode = failed === 0 ? 0 : 1;
