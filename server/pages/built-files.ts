import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";

/** Types of the files that the build makes. Source maps are for the operator's own tools (ASVS 15.2.3). */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
};

/** A name has the hash of the content, so browsers keep a file for a year and never ask again. */
const HEADERS = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };

/**
 * Serves the built files under `/assets/`, each as a route of its own, from memory: together they are below 2 MB, and reading a file
 * for each request costs several times the processor time of the rest (ADR 21).
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const brotli = names.includes(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : null;
    const plain = await readFile(join(folder, name));
    const file: ReadyAnswer = { status: 200, plain, brotli, headers: HEADERS, type };
    app.get(`/assets/${name}`, (request, reply) => sendReady(request, reply, file));
  }
}
