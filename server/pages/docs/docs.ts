import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { readyText, serveReady } from "#server/platform/http/ready.ts";
import { docsPage } from "./page.ts";

/**
 * Registers `GET /docs`: the interactive API documentation. Because of the content security policy, styles and script
 * are separate files. Without a built `script`, calls cannot be tried out.
 */
export async function registerDocs(app: FastifyInstance, publicUrl: string, script: string | null): Promise<void> {
  const css = await readFile(new URL("docs.css", import.meta.url), "utf8");
  serveReady(app, "/docs", () => readyText(docsPage(publicUrl, script), { type: "text/html; charset=utf-8" }));
  serveReady(app, "/docs/docs.css", () => readyText(css, { type: "text/css; charset=utf-8" }));
}
