import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { docsPage } from "./page.ts";

/**
 * `GET /docs`: the API, to read and to try. Style and script are files of their own, as the page's policy asks; without a
 * built `script` the page is only read.
 */
export async function registerDocs(app: FastifyInstance, publicUrl: string, script: string | null): Promise<void> {
  const [page, style] = [docsPage(publicUrl, script), await readFile(join(import.meta.dirname, "docs.css"), "utf8")];
  app.get("/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/docs/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
}
