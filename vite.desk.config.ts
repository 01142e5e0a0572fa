import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildTarget } from "./tools/bundle/browsers.ts";
import { compiledMessages } from "./tools/bundle/plugins.ts";

/**
 * Configures the build of the desk (`dist/desk`), which the management port serves: nothing of it is among the shop's
 * files.
 */
export default defineConfig({
  base: "/desk/",
  plugins: [react(), compiledMessages()],
  resolve: {
    // Messages are compiled at build time, so the parser of ICU messages never reaches the browser.
    alias: [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }],
  },
  json: { namedExports: false },
  css: { modules: { localsConvention: "camelCaseOnly" } },
  build: {
    target: buildTarget(),
    outDir: "dist/desk",
    emptyOutDir: true,
    manifest: true,
    sourcemap: "hidden",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "desk/main.tsx", checks: { bundlerTimings: false } },
  },
});
