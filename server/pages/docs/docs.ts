import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { docsPage } from "./page.ts";

/**
 * `GET /docs`: the interactive API documentation. Styles and script are separate files because of the content security
 * policy. Without a built `script`, calls cannot be tried.
 */
export async function registerDocs(app: FastifyInstance, publicUrl: string, script: string | null): Promise<void> {
  const [page, style] = [docsPage(publicUrl, script), await readFile(join(import.meta.dirname, "docs.css"), "utf8")];
  app.get("/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/docs/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
}
