import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isAllowed } from "#core/steps.ts";
import { openForCustomer } from "#server/checkout/access.ts";
import { factsOf } from "#server/checkout/checkout.ts";
import { toFurthestPage } from "#server/checkout/refusals.ts";
import type { Call, Handler } from "#server/http/call.ts";
import { fail, ok, type Result } from "#server/http/result.ts";
import type { Services } from "#server/services.ts";
import type { DocumentKey } from "./encryption.ts";
import { encryptDocument } from "./encryption.ts";
import { PICTURE, readPicture } from "./picture.ts";

/** POST /upload-document: one picture of the identity document, from step 5 on; a later one replaces it. */
export function uploadDocument(services: Services, keys: readonly DocumentKey[]): Handler<"uploadDocument"> {
  return async (call) => {
    const access = await openForCustomer(services, call, { withoutToken: true });
    if (!access.ok) return access;
    const { checkout } = access.value;
    const facts = factsOf(checkout, services.now());
    if (!isAllowed("5", facts)) return toFurthestPage(facts);
    const bytes = await readFile(call);
    if (!bytes.ok) return bytes;
    const picture = await readPicture(bytes.value);
    if (picture.kind === "tooLarge") return fail({ kind: "tooLarge", text: "error.tooLarge" });
    if (picture.kind === "notAPicture") return fail({ kind: "mediaType", text: "error.notAnImage" });
    await keep(services, keys, checkout.id, picture.jpeg);
    return ok({});
  };
}

async function readFile(call: Call<"uploadDocument">): Promise<Result<Buffer>> {
  if (!/^multipart\/form-data/i.test(String(call.headers["content-type"] ?? "")))
    return fail({ kind: "mediaType", text: "error.mediaType" });
  const part = await call.file();
  if (!part || part.fieldname !== "document")
    return fail({ kind: "badRequest", text: "error.badRequest", values: { detail: "document" } });
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    if (error.code === "FST_REQ_FILE_TOO_LARGE") return null;
    throw error;
  });
  if (bytes === null || bytes.length > PICTURE.bytes) return fail({ kind: "tooLarge", text: "error.tooLarge" });
  return bytes.length === 0 ? fail({ kind: "mediaType", text: "error.notAnImage" }) : ok(bytes);
}

/** Keeps the encrypted picture first and then names it in the database, so that no row ever names a file that is not there. */
async function keep(services: Services, keys: readonly DocumentKey[], checkoutId: string, jpeg: Buffer): Promise<void> {
  const key = keys[0];
  if (!key) throw new Error("There is no key for documents");
  const id = randomUUID();
  await services.documents.put(id, encryptDocument(jpeg, id, key));
  await sql`
    with kept as (
      insert into documents (id, checkout_id, storage_key, key_id, bytes)
      values (${id}, ${checkoutId}, ${id}, ${key.id}, ${jpeg.length}) returning id)
    update checkouts set document_id = kept.id from kept where checkouts.id = ${checkoutId}`.execute(services.db);
}
