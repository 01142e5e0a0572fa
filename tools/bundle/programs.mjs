// Bundles the programs for Node (server, commands, simulator) into `dist/programs`: a few files load in a third of the
// time of 650.
import { existsSync } from "node:fs";
import { cp, mkdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

const OUT = resolve("dist/programs");

/**
 * The programs by file name. `run` is the server without its start, for tests and benchmarks that start it with
 * options.
 */
const ENTRIES = {
  server: "server/main.ts",
  run: "server/run.ts",
  kasse: "server/operator/cli/main.ts",
  "npm-kasse": "tools/kasse.ts",
  simulator: "simulator/main.ts",
};

/**
 * Packages that become part of the programs: they consist of many files, or of much that no program uses, and both cost
 * start time and memory. Other packages load their own files at run time, or must exist only once.
 */
const BUNDLED =
  /^(?:kysely|iso-3166|cockatiel|transliteration|csv-stringify|csv-parse|valibot|@valibot\/to-json-schema)(?:\/|$)/;

/** Deletes and rebuilds the programs. Throws the warnings of the bundler, such as unresolved imports. */
export async function buildPrograms() {
  const assets = new Map();
  const workers = new Map();
  await rm(OUT, { recursive: true, force: true });
  const options = {
    platform: "node",
    logLevel: "warn",
    plugins: [placesOfSources(assets, workers)],
    transform: { target: "node24" },
    resolve: { extensions: [".ts", ".js", ".json"] },
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && !/^#(?!libraries\/)/.test(id) && !BUNDLED.test(id),
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
}

const REFERENCE = /new URL\(\s*"([^"]+)",\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Copies a file next to a source to a place next to the bundle, makes a worker a separate program, and keeps references
 * to folders above.
 */
function placesOfSources(assets, workers) {
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
      // Columns of a few lines change; lines do not.
      return { code: changed, map: null };
    },
  };
}
