import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import { replyFailure } from "#server/platform/http/failure-reply.ts";
import { sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";
import { localeOf } from "#server/platform/http/router.ts";
import { findKeptFile, keepFiles, type BuiltFile } from "#server/platform/http/kept-files.ts";

/** Types of the files that the build makes. Source maps are for the operator's own tools (ASVS 15.2.3). */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
};

/** How the build names a file. */
const NAME = /^[\w.-]{1,120}$/;

/** A name has the hash of the content, so browsers keep a file for a year and never ask again. */
const HEADERS = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };

/**
 * Serves the built files under `/assets/`, each as a route of its own, from memory: together they are below 2 MB, and reading a file
 * for each request costs several times the processor time of the rest (ADR 21). Any other name is looked up among the files of other builds:
 * during an upgrade, and in a tab that was open before it, pages ask for the files of their own build (ADR 32).
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string, db: Database): Promise<void> {
  const files = await readFiles(folder);
  for (const file of files) {
    const answer = answerOf(file);
    app.get(`/assets/${file.name}`, (request, reply) => sendReady(request, reply, answer));
  }
  await keepFiles(db, files);
  app.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const { name } = request.params;
    const file = NAME.test(name) && extname(name) in TYPES ? await findKeptFile(db, name) : undefined;
    if (file) return sendReady(request, reply, answerOf(file));
    return replyFailure(reply, { name: "notFound" }, localeOf(request));
  });
}

async function readFiles(folder: string): Promise<readonly BuiltFile[]> {
  const names = await readdir(folder);
  const read = async (name: string): Promise<BuiltFile> => ({
    name,
    plain: await readFile(join(folder, name)),
    brotli: names.includes(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : null,
  });
  return Promise.all(names.filter((name) => extname(name) in TYPES).map(read));
}

function answerOf({ name, plain, brotli }: BuiltFile): ReadyAnswer {
  return { status: 200, plain, brotli, headers: HEADERS, type: TYPES[extname(name)] ?? "" };
}
