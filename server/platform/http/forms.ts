import type { FastifyRequest } from "fastify";

/** Reads the fields of an urlencoded or multipart form. Files are skipped. Of several fields with one name the first counts. */
export async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart()) return { ...(request.body as Record<string, string>) };
  return unlessBroken(async () => {
    const fields: Record<string, string> = {};
    for await (const part of request.parts({ limits: { fields: 20, files: 1, fileSize: 1024, fieldSize: 4096 } })) {
      if (part.type === "file") part.file.resume();
      else if (typeof part.value === "string") fields[part.fieldname] ??= part.value;
    }
    return fields;
  });
}

/** An uploaded file; `bytes` is null if it is too large. */
export type SentFile = { readonly field: string; readonly bytes: Buffer | null };

/** Reads the file of a multipart upload; null if there is none. */
export async function readFile(request: FastifyRequest): Promise<SentFile | null> {
  return unlessBroken(async () => {
    const part = await request.file();
    if (!part) return null;
    const bytes = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code === "FST_REQ_FILE_TOO_LARGE") return null;
      throw error;
    });
    return { field: part.fieldname, bytes };
  });
}

/** Gives errors of the multipart parser status 400, because an unreadable body is a client error. */
async function unlessBroken<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: Error & { statusCode?: number }) => {
    throw Object.assign(error, { statusCode: error.statusCode ?? 400 });
  });
}
