// Builds what the browser and the server's rendering need: `dist/client` and `dist/server`. All settings are in
// vite.config.ts, which can tell the two builds apart by `isSsrBuild`.
import { build } from "vite";

process.env.NODE_ENV ??= "production";
const only = process.argv[2];

if (only !== "server") await build({ mode: "production", build: { outDir: "dist/client", emptyOutDir: true } });
if (only !== "client") {
  await build({ mode: "production", build: { ssr: "web/server-entry.tsx", outDir: "dist/server", emptyOutDir: true } });
}
