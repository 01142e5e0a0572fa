import { devices, type Browser, type Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { serverTexts } from "./support/texts.ts";

const words = WORDS.de;
const text = words.identity.phone;
const { userAgent, viewport, isMobile, hasTouch } = devices["iPhone 14"];

/** Opens the dialog and returns the address in its QR code. */
async function openDialog(page: Page): Promise<string> {
  const answer = page.waitForResponse("**/public-api/photo-link");
  await page.getByRole("button", { name: text.button }).click();
  const { url } = (await (await answer).json()) as { url: string };
  await expect(page.getByRole("img", { name: text.qr })).toBeVisible();
  return url;
}

async function onPhone(browser: Browser, act: (phone: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ userAgent, viewport, isMobile, hasTouch });
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
}

for (const language of FULL ? (["de", "en"] as const) : (["de"] as const)) {
  const own = WORDS[language];
  const texts = serverTexts(language).photo;
  test(`a picture taken with the phone appears on the computer, in ${language}`, async ({ page, browser }) => {
    await openDocumentStep(page, `${own.path}/mobile/SMART30`, newEmail());
    await fillDocument(page, own, false);
    const file = page.locator("#document");
    const large = { name: "gross.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await file.setInputFiles(large);
    await expect(page.getByText(own.customer.image.size)).toBeVisible();
    const answer = page.waitForResponse("**/public-api/photo-link");
    await page.getByRole("button", { name: own.identity.phone.button }).click();
    const { url } = (await (await answer).json()) as { url: string };
    expect(new URL(url).pathname).toBe(`${own.path}/photo`);
    await expect(page.getByRole("img", { name: own.identity.phone.qr })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await onPhone(browser, async (phone) => {
      await phone.goto(url);
      await expect(phone.getByRole("heading", { name: texts.title })).toBeVisible();
      expect(await violations(phone)).toEqual([]);
      await phone.getByLabel(texts.camera).setInputFiles("e2e/support/document.png");
      await expect(phone.getByRole("img", { name: texts.preview })).toBeVisible();
      await expect(phone.getByRole("button", { name: texts.send })).toBeFocused();
      expect(await violations(phone)).toEqual([]);
      await phone.getByRole("button", { name: texts.send }).click();
      await expect(phone.getByRole("heading", { name: texts.doneTitle })).toBeFocused();
      expect(await violations(phone)).toEqual([]);
      await phone.reload();
      await expect(phone.getByRole("heading", { name: texts.deadTitle })).toBeVisible();
    });

    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.locator("label").getByText(own.customer.image.received)).toBeVisible();
    // The picture from the phone clears the error of the rejected file.
    await expect(page.getByText(own.customer.image.size)).toHaveCount(0);
    await expect(file).not.toHaveAttribute("aria-invalid");
    await press(page, own.customer.identity.order);
    await expect(page).toHaveURL(`${own.path}/checkout/7`);
  });
}

if (FULL)
  test("an expired code is renewed; closing the dialog stops the polling", async ({ page }) => {
    await openDocumentStep(page, "/mobile/SMART30", newEmail());
    await page.route("**/public-api/photo-link-state", (route) => route.fulfill({ json: { state: "expired" } }));
    const first = await openDialog(page);
    await expect(page.getByText(text.expired)).toBeVisible();
    await page.unroute("**/public-api/photo-link-state");
    const answer = page.waitForResponse("**/public-api/photo-link");
    await page.getByRole("button", { name: text.renew }).click();
    expect(((await (await answer).json()) as { url: string }).url).not.toBe(first);
    await page.waitForResponse("**/public-api/photo-link-state");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: text.button })).toBeFocused();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.waitForTimeout(3000);
    expect(requests.filter((url) => url.includes("photo-link"))).toEqual([]);
  });

test("the phone page shows errors and keeps the picture", async ({ page, browser }) => {
  const texts = serverTexts("de").photo;
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const url = await openDialog(page);
  await onPhone(browser, async (phone) => {
    await phone.goto(url);
    await phone
      .getByLabel(texts.camera)
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") });
    await phone.getByRole("button", { name: texts.send }).click();
    await expect(phone.getByRole("alert")).toHaveText(serverTexts("de").error.notAnImage);
    await phone.route("**/upload-photo", (route) => route.abort());
    // The camera opens by one field and the gallery by the other: Android offers both in none.
    await expect(phone.getByLabel(texts.again)).toHaveAttribute("capture", "environment");
    await expect(phone.getByLabel(texts.gallery)).not.toHaveAttribute("capture");
    await phone.getByLabel(texts.gallery).setInputFiles("e2e/support/document.png");
    await phone.getByRole("button", { name: texts.send }).click();
    await expect(phone.getByRole("alert")).toHaveText(texts.network);
    await phone.unroute("**/upload-photo");
    await phone.getByRole("button", { name: texts.send }).click();
    await expect(phone.getByRole("heading", { name: texts.doneTitle })).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ userAgent, viewport, isMobile, hasTouch });
  test("the phone button is absent: one field opens the camera, another the gallery", async ({ page }) => {
    await openDocumentStep(page, "/mobile/PREPAID0", newEmail());
    await expect(page.getByText(words.customer.image.take)).toBeVisible();
    await expect(page.locator("#document")).toHaveAttribute("capture", "environment");
    const gallery = page.getByLabel(words.customer.image.gallery);
    await expect(gallery).not.toHaveAttribute("capture");
    await gallery.setInputFiles("e2e/support/document.png");
    await expect(page.getByText(words.customer.image.sent).first()).toBeVisible();
    await expect(page.getByRole("button", { name: text.button })).toHaveCount(0);
  });
});
