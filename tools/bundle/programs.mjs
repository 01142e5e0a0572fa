// Bundles the programs for Node (server, commands, simulator) into `dist/programs`. A few files load in a third of the
// time that 650 files need.
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

const OUT = resolve("dist/programs");

/**
 * The programs by file name. `run` is the server as a module that does not start by itself, for tests and benchmarks
 * that start it with options.
 */
const ENTRIES = {
  server: "server/main.ts",
  run: "server/run.ts",
  kasse: "server/operator/cli/main.ts",
  "npm-kasse": "tools/kasse.ts",
  simulator: "simulator/main.ts",
  // What extensions from outside of the tree import as `kasse/extension`.
  extension: "server/extension/interface.ts",
  // What their tests import as `kasse/kit`.
  kit: "kit/index.ts",
};

/**
 * Packages that become part of the programs: they consist of many files, or of much that no program uses, and both cost
 * start time and memory. Other packages load their own files at run time, or must exist only once. The image contains
 * these only in the programs (Dockerfile).
 */
const BUNDLED_PACKAGES = [
  "kysely",
  "iso-3166",
  "cockatiel",
  "transliteration",
  "csv-stringify",
  "csv-parse",
  "valibot",
  "@valibot/to-json-schema",
];
const isBundled = (id) => BUNDLED_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`));

/** Deletes and rebuilds the programs. Throws if the bundler warns, for example about unresolved imports. */
export async function buildPrograms() {
  const assets = new Map();
  const workers = new Map();
  await rm(OUT, { recursive: true, force: true });
  const options = {
    platform: "node",
    logLevel: "warn",
    plugins: [adaptedReferences(assets, workers)],
    transform: { target: "node24" },
    resolve: { extensions: [".ts", ".js", ".json"] },
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !/^#(?!libraries\/)/.test(id) && !isBundled(id),
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  };
  const write = async (input) => {
    const bundle = await rolldown({ ...options, input });
    await bundle.write({
      dir: OUT,
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunk-[hash].js",
      sourcemap: true,
    });
    await bundle.close();
  };
  await write(ENTRIES);
  await write(Object.fromEntries(workers));
  for (const [from, to] of assets) {
    await mkdir(dirname(join(OUT, to)), { recursive: true });
    await cp(from, join(OUT, to), { recursive: true });
  }
  await writeFile(join(OUT, "files.json"), JSON.stringify(await builtFiles(), null, 2));
}

/** Returns the paths of all built files except source maps. A server compares them at its start in production. */
async function builtFiles() {
  const entries = await readdir(OUT, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(".map"));
  return files.map(({ parentPath, name }) => relative(OUT, join(parentPath, name))).toSorted();
}

const REFERENCE = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Adapts references to files relative to a source (`import.meta.url`). Copies a file next to the source to a location
 * next to the bundle, turns a worker into a separate program, and lets references to parent folders still lead there.
 */
function adaptedReferences(assets, workers) {
  return {
    name: "places-of-sources",
    transform(code, id) {
      if (!code.includes("import.meta")) return null;
      const changed = code.replaceAll(REFERENCE, (whole, path) => {
        const target = resolve(dirname(id), path);
        const name = relative(process.cwd(), target).replaceAll("/", "-");
        if (path.endsWith("-worker.ts")) {
          workers.set(basename(path, ".ts"), target);
          return `new URL("${basename(path, ".ts")}.js", import.meta.url)`;
        }
        if (path.startsWith("../"))
          return `new URL("${relative(OUT, target)}${path.endsWith("/") ? "/" : ""}", import.meta.url)`;
        if (!existsSync(target)) throw new Error(`${id}: ${path} does not exist`);
        assets.set(target, `assets/${name}`);
        return `new URL("assets/${name}${path.endsWith("/") ? "/" : ""}", import.meta.url)`;
      });
      if (/import\.meta\.(?:dirname|filename)/.test(changed))
        throw new Error(
          `${relative(process.cwd(), id)} uses import.meta.dirname: write new URL("file", import.meta.url).`,
        );
      // Only the columns in a few lines change, so no source map is needed.
      return { code: changed, map: null };
    },
  };
}
