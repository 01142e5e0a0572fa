import type { Page } from "@playwright/test";
import sharp from "sharp";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { serverTexts } from "./support/texts.ts";

const words = WORDS.de;

let taken: Promise<Buffer> | null = null;
/**
 * Returns a photo of 12 megapixels and more than 10 MB, as written by a camera held sideways: its EXIF data contains
 * the rotation.
 */
const photo = (): Promise<Buffer> => (taken ??= takePhoto());

async function takePhoto(): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 150, sigma: 40 };
  const buffer = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: "#fff", noise } })
    .jpeg({ quality: 96 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(MAX_PICTURE_BYTES);
  return buffer;
}

/** Records the pictures that the page sends, and the loads that its policy blocks. */
async function watchUploads(page: Page) {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) refused.push(message.text());
  });
  await page.addInitScript(() => {
    const set = FormData.prototype.set as (name: string, value: Blob, file?: string) => void;
    FormData.prototype.set = function (this: FormData, name: string, value: Blob | string, file?: string) {
      if (value instanceof Blob) Object.assign(window, { sent: value });
      set.call(this, name, value as Blob, file);
    };
  });
  const sent = async (): Promise<Buffer> =>
    Buffer.from(
      await page.evaluate(async () => {
        const { sent } = window as unknown as { sent: Blob };
        const bytes = new Uint8Array(await sent.arrayBuffer());
        return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      }),
      "latin1",
    );
  return { sent, refused };
}

test("a large photo is sent upright, small, and without the camera's metadata", async ({ page }) => {
  const { sent, refused } = await watchUploads(page);
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await fillDocument(page, words, false);
  await page.locator("#document").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL("/checkout/7");
  const { format, width, height, exif } = await sharp(await sent()).metadata();
  expect({ format, width, height, exif }).toEqual({ format: "jpeg", width: 1800, height: 2400, exif: undefined });
  expect((await sent()).length).toBeLessThan(MAX_PICTURE_BYTES / 3);
  expect(refused).toEqual([]);
});

test("the phone's page also shrinks pictures", async ({ page }) => {
  const texts = serverTexts("de").photo;
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const answer = page.waitForResponse("**/public-api/photo-link");
  await page.getByRole("button", { name: words.identity.phone.button }).click();
  const { url } = (await (await answer).json()) as { url: string };
  const phone = await page.context().newPage();
  const { sent, refused } = await watchUploads(phone);
  await phone.goto(url);
  await phone.getByLabel(texts.camera).setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await phone.getByRole("button", { name: texts.send }).click();
  await expect(phone.getByRole("heading", { name: texts.doneTitle })).toBeVisible();
  const { width, height } = await sharp(await sent()).metadata();
  expect({ width, height }).toEqual({ width: 1800, height: 2400 });
  expect(refused).toEqual([]);
});
