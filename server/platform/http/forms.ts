import type { FastifyRequest } from "fastify";

/** Reads an urlencoded or multipart form into plain fields; files in it are passed over. The first of a name counts. */
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

/** A file as it was sent; `bytes` is null where it is larger than any upload may be. */
export type SentFile = { readonly field: string; readonly bytes: Buffer | null };

/** Reads the file of a multipart upload; null where there is none. */
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

/** What cannot be read of a multipart body is the client's mistake; the parser throws it as if it were ours. */
async function unlessBroken<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: Error & { statusCode?: number }) => {
    throw Object.assign(error, { statusCode: error.statusCode ?? 400 });
  });
}
