import type { Logger } from "pino";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { type Call, type Handler } from "#server/api/call.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { clientNetwork, type SecurityLog } from "#server/platform/security/security-log.ts";
import { createCapacity, type Capacity } from "#server/platform/capacity.ts";
import type { DocumentKeeper } from "./keep.ts";
import { PICTURE } from "./picture.ts";
import { createPictureLane, type PictureLane } from "./picture-lane.ts";
import { createReadingLane, type ReadingLane, type ReadingPeriods } from "./reading/reading-lane.ts";
import { newReading } from "./reading/call.ts";
import type { Config } from "#server/config/config.ts";

/** The processes that decode pictures and read their zones, with a slot for each. */
export type PictureLanes = { readonly pictures: PictureLane; readonly zones: ReadingLane };
/** The resources that uploads wait for: memory for their bodies, in bytes, and the processes for pictures. */
export type Uploads = PictureLanes & { readonly bodies: Capacity };
const MB = 1024 * 1024;

/**
 * Creates the queues. One IP address gets at most half of the memory, so that slow uploads from one place leave
 * capacity for others. A body occupies its memory until its picture is decoded.
 */
export function createUploads(lanes: PictureLanes): Uploads {
  return { ...lanes, bodies: createCapacity({ size: 48 * MB, share: 24 * MB, waitMs: 20_000, maxWaiting: 200 }) };
}

/** Creates the lanes for pictures. Their processes start with the first picture. */
export const startPictureLanes = (log: Logger, periods: ReadingPeriods): PictureLanes => ({
  pictures: createPictureLane(log),
  zones: createReadingLane(log, periods),
});

/** Stops the processes that decode and read pictures. */
export async function stopPictureLanes({ pictures, zones }: PictureLanes): Promise<void> {
  await Promise.all([pictures.stop(), zones.stop()]);
}

/** POST /upload-document: stores the picture of the identity document, from step 5 on; replaces an earlier one. */
export function uploadDocument(services: {
  readonly checkouts: Checkouts;
  readonly documentKeeper: DocumentKeeper;
  readonly uploads: Uploads;
  readonly security: SecurityLog;
  readonly config: Pick<Config, "documentReading">;
}): Handler<"uploadDocument"> {
  return async (call) => {
    const open = await services.checkouts.openForStep(call, "5");
    if (!open.ok) return open;
    const checkout = open.value;
    const space = await services.documentKeeper.spaceFor(checkout);
    if (!space.ok) return space;
    const jpeg = await readUpload(services, call);
    if (!jpeg.ok) return jpeg;
    const reading = newReading(services.config);
    const picture = { jpeg: jpeg.value, readingHash: reading.hash };
    const stored = await services.documentKeeper.keep(checkout, picture);
    if (!stored.ok) return stored;
    return stored.value ? ok(reading.answer) : fail("stepRefused", { page: "7" });
  };
}

type Upload = Pick<Call<"uploadDocument">, "headers" | "file" | "ip">;

type PictureFailure = "pictureTooLarge" | "pictureTooSmall" | "notAPicture" | "pictureDamaged" | "pictureHeic";
type UploadFailure = PictureFailure | "mediaType" | "unreadable" | "uploadsBusy";

/** The failures for unusable pictures. */
const REFUSED = {
  tooLarge: fail("pictureTooLarge"),
  tooSmall: fail("pictureTooSmall"),
  notAPicture: fail("notAPicture"),
  damaged: fail("pictureDamaged"),
  heic: fail("pictureHeic"),
} as const;

/** Maximum size of a multipart body apart from its file, in bytes. */
const FORM_BYTES = 64 * 1024;

/** The failure for a client that was not admitted; `retryAfter` in seconds. */
const BUSY = fail("uploadsBusy", { retryAfter: 30 });

/**
 * Returns the picture of an upload, checked and re-encoded as JPEG. Fails with 413, 415, 400, or 429 if too many arrive
 * at once.
 */
export async function readUpload(
  { uploads, security }: { readonly uploads: Uploads; readonly security: SecurityLog },
  call: Upload,
): Promise<Result<Buffer, UploadFailure>> {
  const read = await readWhenAdmitted(uploads, call);
  const reason = read.ok ? null : read.failure.name;
  if (reason === "notAPicture" || reason === "pictureDamaged" || reason === "pictureTooLarge")
    security.record("upload.refused", { address: call.ip, reason });
  return read;
}

async function readWhenAdmitted({ bodies, pictures }: Uploads, call: Upload): Promise<Result<Buffer, UploadFailure>> {
  if (!/^multipart\/form-data/i.test(String(call.headers["content-type"] ?? ""))) return fail("mediaType");
  const maxBytes = PICTURE.bytes + FORM_BYTES;
  // If the length is unknown, as with chunked encoding, the maximum is reserved.
  const size = Number(call.headers["content-length"] ?? maxBytes);
  if (size > maxBytes) return fail("pictureTooLarge");
  const network = clientNetwork(call.ip);
  const reserved = await bodies.enter(size, network);
  if (!reserved) return BUSY;
  try {
    const bytes = await readFile(call);
    return bytes.ok ? await readDocument(bytes.value, pictures, network) : bytes;
  } finally {
    reserved.release();
  }
}

async function readDocument(
  bytes: Buffer,
  pictures: PictureLane,
  network: string,
): Promise<Result<Buffer, UploadFailure>> {
  const picture = await pictures.read(bytes, network);
  free(bytes);
  switch (picture.kind) {
    case "ok":
      return ok(picture.jpeg);
    case "busy":
      return BUSY;
    default:
      return REFUSED[picture.kind];
  }
}

async function readFile(call: Upload): Promise<Result<Buffer, "pictureTooLarge" | "notAPicture" | "unreadable">> {
  const file = await call.file();
  if (file?.field !== "document") return fail("unreadable", { detail: "document" });
  const { bytes } = file;
  if (bytes === null || bytes.length > PICTURE.bytes) return fail("pictureTooLarge");
  return bytes.length === 0 ? fail("notAPicture") : ok(bytes);
}

/** Frees a buffer's memory at once. The garbage collector would do so later, but the memory already counts as free. */
function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
