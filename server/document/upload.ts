import { isAllowed } from "#core/steps.ts";
import { openForCustomer } from "#server/checkout/access.ts";
import { factsOf } from "#server/checkout/checkout.ts";
import { toFurthestPage } from "#server/checkout/refusals.ts";
import type { Call, Handler } from "#server/http/call.ts";
import { fail, ok, type Result } from "#server/http/result.ts";
import type { Services } from "#server/services.ts";
import { keepDocument } from "./keep.ts";
import { PICTURE, readPicture } from "./picture.ts";

/** POST /upload-document: one picture of the identity document, from step 5 on; a later one replaces it. */
export function uploadDocument(services: Services): Handler<"uploadDocument"> {
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
    return (await keepDocument(services, checkout.id, picture.jpeg)) ? ok({}) : fail({ kind: "page", page: "7" });
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
