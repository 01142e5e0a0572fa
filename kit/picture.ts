import sharp from "sharp";

/** Returns a small real JPEG with metadata. */
export async function picture(width = 640, height = 400): Promise<Blob> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: "#3d62f5" } })
    .withExif({ IFD0: { Artist: "Kasse" } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" });
}
