import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkOf } from "./web/build/chunks.ts";
import { compiledMessages } from "./web/build/compiled-messages.ts";

/** One configuration for both builds: the browser's files (`dist/client`) and the server's rendering (`dist/server`). */
export default defineConfig(({ isSsrBuild, mode }) => {
  const testing = mode === "test";
  return {
    plugins: [react(), ...(testing ? [] : [compiledMessages()])],
    resolve: {
      // Messages are compiled at build time, so the parser of ICU messages never reaches the browser.
      alias: testing
        ? []
        : [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }],
    },
    ssr: { noExternal: ["use-intl"] },
    json: { namedExports: false },
    css: { modules: { localsConvention: "camelCaseOnly" } },
    build: {
      target: "es2022",
      outDir: isSsrBuild ? "dist/server" : "dist/client",
      manifest: !isSsrBuild,
      sourcemap: isSsrBuild ? true : "hidden",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      ...(isSsrBuild
        ? {}
        : {
            rolldownOptions: {
              input: ["web/client-entry.tsx", "web/early-press.ts"],
              output: { codeSplitting: { groups: [{ name: chunkOf }] } },
            },
          }),
    },
  };
});
