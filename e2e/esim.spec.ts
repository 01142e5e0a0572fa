import { devices } from "@playwright/test";
import { newEmail, WORDS } from "./support/purchase.ts";
import { openStep } from "./support/seed.ts";
import { expect, test } from "./support/server.ts";

const text = WORDS.de.order.esim;
const { userAgent, viewport, isMobile, hasTouch } = devices["iPhone 14"];
test.use({ userAgent, viewport, isMobile, hasTouch });

test("an iPhone shows the install link first, then the QR code for another phone", async ({ page }) => {
  await openStep(page, "7", { path: "/mobile/SIMONLY20", email: newEmail(), form: { simType: "1" } });
  await page.getByRole("button", { name: text.show }).click();
  const install = page.getByRole("link", { name: text.install });
  await expect(install).toHaveAttribute("href", /^https:\/\/esimsetup\.apple\.com\//);
  const [link, code] = [await install.boundingBox(), await page.getByRole("img", { name: text.qr }).boundingBox()];
  expect(link?.y).toBeLessThan(code?.y ?? 0);
});
