import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { docsPage } from "./page.ts";

const fileHere = (name: string) => readFile(join(import.meta.dirname, name), "utf8");

/** `GET /docs`: the API, to read and to try. Style and script are files of their own, as the page's policy asks. */
export async function registerDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  const [page, style, script] = [docsPage(publicUrl), await fileHere("docs.css"), await fileHere("try-it.js")];
  app.get("/docs", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/docs/docs.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(style));
  app.get("/docs/try-it.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script));
}
