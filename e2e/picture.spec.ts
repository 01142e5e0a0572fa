import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { MAX_PICTURE_BYTES } from "#core/picture.ts";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { serverTexts } from "./support/texts.ts";

const words = WORDS.de;

/** A photo of 12 megapixels and more than 10 MB, as a camera held sideways writes it: its EXIF data says how to turn it. */
async function photo(): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 150, sigma: 40 };
  const buffer = await sharp({ create: { width: 4032, height: 3024, channels: 3, background: "#fff", noise } })
    .jpeg({ quality: 96 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(MAX_PICTURE_BYTES);
  return buffer;
}

/** Records what the page sends as picture, and what its policy refuses. */
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

test("a large photo is sent upright, small, and without what the camera wrote about it", async ({ page }) => {
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

test("a picture that is small already is sent byte for byte", async ({ page }) => {
  const { sent } = await watchUploads(page);
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL("/checkout/7");
  expect((await sent()).equals(await readFile("e2e/support/document.png"))).toBe(true);
});

test("where nothing can be shrunk the original is sent, or refused if it is too large", async ({ page }) => {
  const { sent } = await watchUploads(page);
  await page.route("**/shrink-worker*", (route) => route.abort());
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await fillDocument(page, words, false);
  const large = await photo();
  const file = page.locator("#document");
  await file.setInputFiles({ name: "large.jpg", mimeType: "image/jpeg", buffer: large });
  await expect(page.getByText(words.customer.image.size)).toBeVisible();
  const fits = await sharp(large).jpeg({ quality: 80 }).toBuffer();
  await file.setInputFiles({ name: "fits.jpg", mimeType: "image/jpeg", buffer: fits });
  await expect(page.getByText(words.customer.image.size)).toHaveCount(0);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL("/checkout/7");
  expect((await sent()).length).toBe(fits.length);
});

test("the phone's page shrinks too", async ({ page }) => {
  const texts = serverTexts("de").photo;
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const answer = page.waitForResponse("**/public-api/photo-link");
  await page.getByRole("button", { name: words.customer.image.phone.button }).click();
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

test("a file that is no picture says so and is not sent again; another one can be chosen", async ({ page }) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const broken = { name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture at all") };
  await page.locator("#document").setInputFiles(broken);
  await expect(page.getByText(serverTexts("de").error.notAnImage)).toBeVisible();
  await expect(page.getByRole("button", { name: words.common.retry })).toHaveCount(0);
  await page.locator("#document").setInputFiles("e2e/support/document.png");
  await expect(page.locator("label").getByText(words.customer.image.sent, { exact: true })).toBeVisible();
});
