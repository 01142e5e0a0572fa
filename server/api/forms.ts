import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";

/**
 * Reads the fields of an urlencoded or multipart form. Files are skipped. If several fields have the same name, the
 * first counts.
 */
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

/** An uploaded file. `bytes` is null if it is too large; it shares no memory with other buffers. */
export type SentFile = { readonly field: string; readonly bytes: Buffer | null };

/** Reads the file of a multipart upload; null if there is none. */
export async function readFile(request: FastifyRequest): Promise<SentFile | null> {
  return unlessBroken(() =>
    whileConnected(request, async () => {
      const part = await request.file();
      if (!part) return null;
      const bytes = await collect(part.file, declaredLength(request));
      // Discard the rest, because a body that is not read to its end keeps its connection open.
      if (bytes === null) request.raw.unpipe().resume();
      return { field: part.fieldname, bytes };
    }),
  );
}

/**
 * Rejects when the client disconnects. Without this, the parser would wait forever if the connection closed before it
 * started.
 */
async function whileConnected<T>({ raw }: FastifyRequest, read: () => Promise<T>): Promise<T> {
  const disconnected = () => new Error("The client closed the connection before its whole body had arrived");
  if (raw.destroyed && !raw.complete) throw disconnected();
  let onClose = () => {};
  const closed = new Promise<never>((_, reject) => {
    onClose = () => (raw.complete ? undefined : reject(disconnected()));
    raw.once("close", onClose);
  });
  try {
    return await Promise.race([read(), closed]);
  } finally {
    raw.off("close", onClose);
  }
}

/** Returns the declared length of the body in bytes; null if it is chunked. */
function declaredLength(request: FastifyRequest): number | null {
  const length = request.headers["content-length"];
  return length === undefined ? null : Number(length);
}

/**
 * Reads a file into one buffer of the body's declared length, so that an upload uses no more memory than was reserved
 * for it. Returns null if the file is too large.
 */
async function collect(file: MultipartFile["file"], declared: number | null): Promise<Buffer | null> {
  const whole = Buffer.allocUnsafeSlow(Math.min(declared ?? MAX_PICTURE_BYTES, MAX_PICTURE_BYTES));
  let length = 0;
  for await (const part of file as AsyncIterable<Buffer>) {
    // Do not wait for the rest of a body that is too large.
    if (length + part.length > whole.length) return null;
    length += part.copy(whole, length);
  }
  return file.truncated ? null : whole.subarray(0, length);
}

/**
 * Turns errors of the multipart parser into client errors (status 400), because they mean that the body is unreadable.
 */
async function unlessBroken<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: Error & { statusCode?: number }) => {
    throw Object.assign(error, { statusCode: error.statusCode ?? 400 });
  });
}
