import type { FastifyRequest } from "fastify";

/** Reads an urlencoded or multipart form into plain fields; files in it are passed over. The first of a name counts. */
export async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart()) return { ...(request.body as Record<string, string>) };
  const fields: Record<string, string> = {};
  for await (const part of request.parts({ limits: { fields: 20, files: 1, fileSize: 1024, fieldSize: 4096 } })) {
    if (part.type === "file") part.file.resume();
    else if (typeof part.value === "string") fields[part.fieldname] ??= part.value;
  }
  return fields;
}
