// Builds the files for the browser (`dist/client`) and for rendering on the server (`dist/server`), both configured in
// vite.config.ts, the pages of the desk (`dist/desk`, vite.desk.config.ts), and the programs for Node
// (`dist/programs`). With arguments (`client`, `server`, `desk`, `programs`), it builds only those parts.
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build, createLogger } from "vite";
import { ENTRY, PLAIN_SCRIPTS, STYLES } from "../web/assets.ts";
import { undeclaredImports, stylesOnly } from "./bundle/plugins.ts";
import { buildPrograms } from "./bundle/programs.mjs";

// If a test runner has set another value, the bundle would contain the development build of React.
process.env.NODE_ENV = "production";
const only = process.argv.slice(2);
const client = "dist/client";
const customLogger = createLogger();

const builds = (name) => only.length === 0 || only.includes(name);
if (builds("client")) {
  await rm(client, { recursive: true, force: true });
  await buildClient(ENTRY, {});
  const alone = { codeSplitting: false };
  for (const script of Object.values(PLAIN_SCRIPTS)) await buildClient(script, { output: alone });
  for (const styles of Object.values(STYLES))
    await buildClient(styles, { output: { ...alone, sourcemap: false }, plugins: [stylesOnly()], treeshake: false });
  await joinManifests();
  await compress(`${client}/assets`);
}
if (builds("desk")) {
  await build({ mode: "production", configFile: "vite.desk.config.ts", customLogger });
  await compress("dist/desk/assets");
}
if (builds("server")) {
  const server = { ssr: "web/server-entry.tsx", outDir: "dist/server", emptyOutDir: true };
  const { output } = await build({ mode: "production", customLogger, build: server });
  const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
  for (const name of undeclaredImports(output, Object.keys(dependencies)))
    customLogger.warn(
      `The server's bundle imports ${name}: add it to the dependencies, or to ssr.noExternal in vite.config.ts.`,
    );
}
if (builds("programs")) await buildPrograms();
if (customLogger.hasWarned) {
  console.error("The build printed warnings, and a warning counts as a failure.");
  process.exitCode = 1;
}

/** Builds one entry with all its imports, and writes a manifest of its own. */
async function buildClient(input, rolldownOptions) {
  const manifest = `.vite/${input.replaceAll("/", "-")}.json`;
  await build({
    mode: "production",
    customLogger,
    build: { outDir: client, emptyOutDir: false, manifest, rolldownOptions: { input, ...rolldownOptions } },
  });
}

/**
 * Joins the manifests of all entries into the one that the server reads. An entry of styles has no script any more, so
 * its file is its styles: in production the server starts only if every file of the manifest exists.
 */
async function joinManifests() {
  const folder = `${client}/.vite`;
  const names = await readdir(folder);
  const parts = await Promise.all(names.map(async (name) => JSON.parse(await readFile(`${folder}/${name}`, "utf8"))));
  const manifest = Object.assign({}, ...parts);
  for (const styles of Object.values(STYLES)) manifest[styles].file = manifest[styles].css[0];
  await writeFile(`${folder}/manifest.json`, JSON.stringify(manifest, null, 2));
}

/** Writes a compressed `.br` copy of each text file, so that the server does not compress assets at runtime. */
async function compress(assets) {
  const files = (await readdir(assets)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    files.map(async (name) => {
      const file = `${assets}/${name}`;
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), { params }));
    }),
  );
}
