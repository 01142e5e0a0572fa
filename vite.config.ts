import { createHash } from "node:crypto";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildTarget } from "./tools/bundle/browsers.ts";
import { chunkOf } from "./tools/bundle/chunks.ts";
import { compiledMessages } from "./tools/bundle/plugins.ts";

const nameOfFile = (path: string) =>
  createHash("sha256").update(path).digest("base64url").replace(/[-_]/g, "").slice(0, 4);

const scopedName = (name: string, path: string) => `${name}_${nameOfFile(path.replace(/^.*\/(web|desk)\//, "$1/"))}`;

/** Configures both builds: the browser's files (`dist/client`) and rendering on the server (`dist/server`). */
export default defineConfig(({ command, isSsrBuild, mode }) => {
  const testing = mode === "test";
  return {
    plugins: [react(), ...(testing ? [] : [compiledMessages()])],
    resolve: {
      // Messages are compiled at build time, so the parser of ICU messages never reaches the browser.
      alias: testing
        ? []
        : [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }],
    },
    // npm decides where the imports of use-intl are, and this bundle might look elsewhere. React's production build is
    // smaller and faster, and a demo's server would not select it.
    // Vite's development server cannot run React's modules, so they stay external there.
    ssr: { noExternal: ["use-intl", /^@formatjs\//, ...(command === "build" ? ["react", "react-dom"] : [])] },
    ...(isSsrBuild && { define: { "process.env.NODE_ENV": '"production"' } }),
    json: { namedExports: false },
    css: { modules: { localsConvention: "camelCaseOnly", generateScopedName: scopedName } },
    build: {
      target: isSsrBuild ? "node24" : buildTarget(),
      outDir: isSsrBuild ? "dist/server" : "dist/client",
      manifest: !isSsrBuild,
      sourcemap: isSsrBuild ? true : "hidden",
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rolldownOptions: isSsrBuild
        ? {
            // On the server all public pages are in one bundle, so dynamic imports have no effect there.
            checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
          }
        : {
            // Depends on how busy the machine is.
            checks: { bundlerTimings: false },
            optimization: { inlineConst: { mode: "all" } },
            treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
            output: {
              codeSplitting: { groups: [{ name: chunkOf, debugName: "kasse" }] },
              // The first script names all others, and a hash cannot be compressed.
              chunkFileNames: "assets/[name]-[hash:7].js",
              assetFileNames: "assets/[name]-[hash:7][extname]",
            },
          },
    },
  };
});
