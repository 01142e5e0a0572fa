import { afterEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { failOnce, hold, sentWith } from "./support/answers.ts";
import { openStep, reload, reopen } from "./support/open.tsx";
import { change, choosePicture, fillDocument, goBack, onPage, press, smallPicture } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { fields, identity, image } = words.customer;
const uploaded = () => page.getBySelector("label").getByText(image.sent, { exact: true });
const retry = () => page.getByRole("button", { name: words.common.retry });

/** Creates a picture, by default as large as a photo, followed by bytes that decoders ignore. */
async function photo(more: number, width = 4032, height = 3024): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.fillRect(0, 0, width, height);
  const picture = await canvas.convertToBlob({ type: "image/jpeg" });
  return new File([picture, new Uint8Array(more)], "photo.jpg", { type: "image/jpeg" });
}

/** Returns a black picture in the format BMP: two headers of 14 and 40 bytes, then 3 bytes for each pixel. */
function bitmap(side: number): ArrayBuffer {
  const bytes = new ArrayBuffer(54 + side * side * 3);
  const view = new DataView(bytes);
  view.setUint16(0, 0x424d);
  for (const [at, value] of [
    [2, bytes.byteLength],
    [10, 54],
    [14, 40],
    [18, side],
    [22, side],
    [26, 0x18_0001],
  ] as const)
    view.setUint32(at, value, true);
  return bytes;
}

/** Returns the last picture that the page has sent. */
function sentPicture(): File {
  const file = sentWith("uploadDocument").at(-1);
  if (!(file instanceof File)) throw new Error("No picture was sent");
  return file;
}

test("is sent when it is chosen, with progress; after a lost connection it is kept, and one press sends it again", async () => {
  await openStep("5");
  failOnce("uploadDocument", "network");
  await choosePicture(await smallPicture());
  await expect.element(page.getBySelector("#document")).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByRole("img", { name: image.preview })).toBeVisible();
  const release = hold("uploadDocument");
  await retry().click();
  await expect.element(page.getByRole("progressbar", { name: image.title })).toBeVisible();
  await release();
  await expect.element(uploaded()).toBeVisible();
  await expect.element(page.getBySelector("#document")).not.toHaveAttribute("aria-invalid");
});

test("whose upload has failed is sent once more with the order", async () => {
  await openStep("5");
  await fillDocument({ picture: false });
  failOnce("uploadDocument", "network");
  await choosePicture(await smallPicture());
  await expect.element(retry()).toBeVisible();
  await press(identity.order);
  await onPage("7");
});

test("survives the back button, a reload and another tab", async () => {
  await openStep("5");
  await choosePicture(await smallPicture());
  await expect.element(uploaded()).toBeVisible();
  await change(fields.addressId).click();
  await onPage("4a");
  goBack();
  await expect.element(uploaded()).toBeVisible();
  await reload();
  await expect.element(uploaded()).toBeVisible();
  await reopen();
  await expect.element(uploaded()).toBeVisible();
});

test("that is already small is sent byte for byte", async () => {
  await openStep("5");
  const picture = await smallPicture();
  await choosePicture(picture);
  await expect.element(uploaded()).toBeVisible();
  expect(await sentPicture().bytes()).toEqual(await picture.bytes());
});

describe("where the browser cannot shrink pictures", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("the original is sent, or rejected if it is too large", async () => {
    await openStep("5");
    vi.stubGlobal("Worker", undefined);
    await fillDocument({ picture: false });
    await choosePicture(await photo(MAX_PICTURE_BYTES));
    await expect.element(page.getByText(image.size)).toBeVisible();
    // Few pixels: the server gives up on a large picture if a busy machine needs seconds to decode it.
    const fits = await photo(MAX_PICTURE_BYTES / 4, 640, 480);
    await choosePicture(fits);
    await expect.element(uploaded()).toBeVisible();
    await expect.element(page.getByText(image.size)).not.toBeInTheDocument();
    expect(sentPicture().size).toBe(fits.size);
    await press(identity.order);
    await onPage("7");
  });
});

test("of a format that the server lacks is sent as JPEG if the browser can read it; HEIC shows what else to do", async () => {
  await openStep("5");
  const heic = new File(["\0\0\0\x18ftypheic\0\0\0\0mif1heic"], "IMG_0001.HEIC");
  await choosePicture(heic);
  await expect.element(page.getByText(words.server.error.pictureHeic)).toBeVisible();
  await expect.element(page.getByRole("img", { name: image.preview })).not.toBeInTheDocument();
  await expect.element(retry()).not.toBeInTheDocument();
  await choosePicture(new File([bitmap(300)], "picture.bmp", { type: "image/bmp" }));
  await expect.element(uploaded()).toBeVisible();
  expect([...(await sentPicture().bytes()).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
});

test("without an image inside is reported and not sent again; another one can be chosen", async () => {
  await openStep("5");
  await choosePicture(new File(["no picture at all"], "broken.jpg", { type: "image/jpeg" }));
  await expect.element(page.getByText(words.server.error.notAnImage)).toBeVisible();
  await expect.element(retry()).not.toBeInTheDocument();
  await choosePicture(await smallPicture());
  await expect.element(uploaded()).toBeVisible();
});
