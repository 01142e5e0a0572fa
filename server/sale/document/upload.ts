import { isAllowed } from "#core/steps.ts";
import { openForCustomer } from "#server/sale/checkout/access.ts";
import { factsOf } from "#server/sale/checkout/checkout.ts";
import { toFurthestStep } from "#server/sale/checkout/refusals.ts";
import type { Call, Handler } from "#server/platform/http/call.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import { keepDocument, type DocumentKeeper } from "./keep.ts";
import { PICTURE, readPicture } from "./picture.ts";

/** POST /upload-document: the picture of the identity document, allowed from step 5 on; replaces an earlier one. */
export function uploadDocument(services: CheckoutNeeds & DocumentKeeper): Handler<"uploadDocument"> {
  return async (call) => {
    const access = await openForCustomer(services, call, { withoutToken: true });
    if (!access.ok) return access;
    const { checkout } = access.value;
    const facts = factsOf(checkout, services.now());
    if (!isAllowed("5", facts)) return toFurthestStep(facts);
    const jpeg = await readUpload(call);
    if (!jpeg.ok) return jpeg;
    return (await keepDocument(services, checkout.id, jpeg.value)) ? ok({}) : fail("stepRefused", { page: "7" });
  };
}

type Upload = Pick<Call<"uploadDocument">, "headers" | "file">;

type UploadFailure = "pictureTooLarge" | "notAPicture" | "mediaType" | "unreadable";

/** The picture of an upload, checked and re-encoded as JPEG. Fails with 413, 415 or 400. */
export async function readUpload(call: Upload): Promise<Result<Buffer, UploadFailure>> {
  const bytes = await readFile(call);
  if (!bytes.ok) return bytes;
  const picture = await readPicture(bytes.value);
  if (picture.kind === "tooLarge") return fail("pictureTooLarge");
  if (picture.kind === "notAPicture") return fail("notAPicture");
  return ok(picture.jpeg);
}

async function readFile(call: Upload): Promise<Result<Buffer, UploadFailure>> {
  if (!/^multipart\/form-data/i.test(String(call.headers["content-type"] ?? ""))) return fail("mediaType");
  const file = await call.file();
  if (file?.field !== "document") return fail("unreadable", { detail: "document" });
  const { bytes } = file;
  if (bytes === null || bytes.length > PICTURE.bytes) return fail("pictureTooLarge");
  return bytes.length === 0 ? fail("notAPicture") : ok(bytes);
}
