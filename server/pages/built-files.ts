import { extname } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import { replyFailure } from "#server/api/failure-reply.ts";
import { FILE_TYPES, fileAnswer, readFiles, findStoredFile, storeFiles } from "#server/platform/http/files.ts";
import { sendReady } from "#server/platform/http/ready.ts";
import { localeOf } from "#server/api/router.ts";

/** The names of files in the build. */
const NAME = /^[\w.-]{1,120}$/;

/**
 * Serves the built files under `/assets/`, from memory, each as a route of its own. Together they are smaller than 2
 * MB, and reading a file for each request would take several times the processor time of everything else (ADR 6). Any
 * other name is looked up among the files of other builds, because during an upgrade, and in tabs opened before it,
 * pages request the files of their own build (ADR 32).
 */
export async function serveBuiltFiles(app: FastifyInstance, folder: string, db: Database): Promise<void> {
  const files = await readFiles(folder);
  for (const file of files) {
    const answer = fileAnswer(file);
    app.get(`/assets/${file.name}`, (request, reply) => sendReady(request, reply, answer));
  }
  await storeFiles(db, files);
  app.get<{ Params: { name: string } }>("/assets/:name", async (request, reply) => {
    const { name } = request.params;
    const file = NAME.test(name) && extname(name) in FILE_TYPES ? await findStoredFile(db, name) : undefined;
    if (file) return sendReady(request, reply, fileAnswer(file));
    return replyFailure(reply, { name: "notFound" }, localeOf(request));
  });
}
