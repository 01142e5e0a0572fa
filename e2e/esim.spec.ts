import { devices, type Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { serverTexts } from "./support/texts.ts";
import {
  fillDocument,
  fillPerson,
  findAddress,
  newEmail,
  press,
  register,
  toAddress,
  WORDS,
} from "./support/purchase.ts";

const words = WORDS.de;
const text = words.order.esim;

/** Buys SIM only as an eSIM, up to the thank-you page; returns the e-mail. */
async function buyEsim(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/checkout\/1$/);
  await press(page, words.checkout.steps["1"].go);
  await register(page, words, email);
  await page.getByRole("radio", { name: words.customer.sim.esim }).check();
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  return email;
}

/** Answers calls for the eSIM instead of the server, one answer after the other; the last one repeats. */
async function mockEsim(page: Page, answers: readonly { status?: number; json: object }[]): Promise<void> {
  let calls = 0;
  await page.route("**/public-api/esim", (route) => {
    const answer = answers[Math.min(calls++, answers.length - 1)];
    return route.fulfill({ status: answer?.status ?? 200, json: answer?.json ?? {} });
  });
}

test("the eSIM is shown on demand with QR code, links and a code to copy, and can be hidden again", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await buyEsim(page);
  await expect(page.getByRole("img", { name: text.qr })).toHaveCount(0);
  await page.getByRole("button", { name: text.show }).click();
  await expect(page.getByRole("img", { name: text.qr })).toBeVisible();
  await expect(page.getByRole("group", { name: text.shown })).toBeFocused();
  await page.getByText(text.byHand).click();
  const code = await page.locator("code").first().innerText();
  expect(code).toMatch(/^LPA:1\$smdp\.sandbox\.example\$[0-9A-F]{40}$/);
  await page.getByRole("button", { name: `${text.copy}: ${text.code}` }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  for (const [name, host] of [
    [text.ios, "esimsetup.apple.com"],
    [text.android, "esimsetup.android.com"],
  ] as const)
    await expect(page.getByRole("link", { name })).toHaveAttribute(
      "href",
      `https://${host}/esim_qrcode_provisioning?carddata=${encodeURIComponent(code)}`,
    );
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain("LPA:");
  await page.getByRole("button", { name: text.hide }).click();
  await expect(page.getByText(code)).toHaveCount(0);
  await expect(page.getByRole("button", { name: text.show })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: text.show }).click();
  await expect(page.getByRole("img", { name: text.qr })).toBeVisible();
});

test("an eSIM in preparation appears without a reload", async ({ page }) => {
  await buyEsim(page);
  await mockEsim(page, [
    { json: { state: "preparing" } },
    { json: { state: "ready", activationCode: "LPA:1$smdp.example.ch$ABC" } },
  ]);
  await page.getByRole("button", { name: text.show }).click();
  await expect(page.getByText(text.preparing)).toBeVisible();
  await expect(page.getByRole("img", { name: text.qr })).toBeVisible();
});

test("what the phone has done with the eSIM is said beside it", async ({ page }) => {
  await buyEsim(page);
  const reported = async (call: string, change: (json: Record<string, unknown>) => object) =>
    page.route(`**/public-api/${call}`, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: change((await reply.json()) as Record<string, unknown>) });
    });
  await reported("order", (order) => ({ ...order, esim: "downloaded" }));
  await page.reload();
  await expect(page.getByText(text.downloaded)).toBeVisible();
  await page.unroute("**/public-api/order");
  await reported("order", (order) => ({ ...order, esim: "installed" }));
  await page.reload();
  await expect(page.getByRole("region", { name: text.title }).getByText(text.installed)).toBeVisible();
});

test("a failed eSIM and an unavailable server say what to do", async ({ page }) => {
  await buyEsim(page);
  await mockEsim(page, [
    { status: 503, json: { error: "REQUEST_FAILED_SERVER_ERROR" } },
    { json: { state: "failed" } },
  ]);
  await page.getByRole("button", { name: text.show }).click();
  await expect(page.getByText(text.error)).toBeVisible();
  await page.getByRole("button", { name: text.again }).click();
  await expect(page.getByText(text.failed)).toBeVisible();
  await expect(page.getByRole("region", { name: text.title })).toBeFocused();
  await expect(page.getByRole("link", { name: text.call.replace("{phone}", "0800 784 784") })).toBeVisible();
});

test("after the login has ended, the password brings the eSIM", async ({ page }) => {
  const email = await buyEsim(page);
  await page.evaluate(() => [sessionStorage, localStorage].forEach((storage) => storage.removeItem("kasse.token")));
  await page.reload();
  await page.getByRole("button", { name: text.show }).click();
  await expect(page.getByText(text.loginTitle)).toBeVisible();
  await expect(page.getByLabel(text.password.replace("{email}", email), { exact: true })).toBeFocused();
  const logIn = page.getByRole("button", { name: text.logIn });
  const password = page.getByLabel(text.password.replace("{email}", email), { exact: true });
  await logIn.click();
  await expect(page.getByText(text.missing)).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill("nicht das richtige");
  await logIn.click();
  await expect(page.getByText(serverTexts("de").account.passwordWrong)).toBeVisible();
  await password.fill("Birnen am Montag");
  await logIn.click();
  await expect(page.getByRole("img", { name: text.qr })).toBeVisible();
});

test.describe("on an iPhone", () => {
  const { userAgent, viewport, isMobile, hasTouch } = devices["iPhone 14"];
  test.use({ userAgent, viewport, isMobile, hasTouch });

  test("the install link comes first, the QR code for another phone after it", async ({ page }) => {
    await buyEsim(page);
    await page.getByRole("button", { name: text.show }).click();
    const install = page.getByRole("link", { name: text.install });
    await expect(install).toHaveAttribute("href", /^https:\/\/esimsetup\.apple\.com\//);
    const [link, code] = [await install.boundingBox(), await page.getByRole("img", { name: text.qr }).boundingBox()];
    expect(link?.y).toBeLessThan(code?.y ?? 0);
  });
});
