// Builds the files for the browser (`dist/client`) and for rendering on the server (`dist/server`). The configuration is in
// vite.config.ts, which distinguishes the two builds by `isSsrBuild`.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build, createLogger } from "vite";

// A test runner may set another value, and the bundle would then contain the development build of React.
process.env.NODE_ENV = "production";
const only = process.argv[2];
const assets = "dist/client/assets";
const customLogger = createLogger();

if (only !== "server") {
  await build({ mode: "production", customLogger, build: { outDir: "dist/client", emptyOutDir: true } });
  await compress();
}
if (only !== "client") {
  const server = { ssr: "web/server-entry.tsx", outDir: "dist/server", emptyOutDir: true };
  await build({ mode: "production", customLogger, build: server });
}
if (customLogger.hasWarned) {
  console.error("The build printed warnings, and a warning counts as a failure.");
  process.exitCode = 1;
}

/** Writes a compressed `.br` copy of each text file, so that the server does not compress assets at runtime. */
async function compress() {
  const files = (await readdir(assets)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    files.map(async (name) => {
      const file = `${assets}/${name}`;
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file), { params }));
    }),
  );
}
