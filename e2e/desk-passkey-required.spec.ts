import { DESK_PASSWORD, deskWords, expect, test } from "./support/desk.ts";
import { virtualDevice } from "./support/virtual-device.ts";

test.use({ deskSettings: { DESK_PASSKEYS: "required" } });

const w = deskWords("de");

test("where passkeys are required, every page is locked until one is added, and the last one cannot be removed", async ({
  page,
  desk,
}) => {
  await virtualDevice(page);
  await page.goto(await desk.linkFor("first@example.ch", ["support"]));
  await page.getByLabel(w.login.invitation.password, { exact: true }).fill(DESK_PASSWORD);
  await page.getByRole("button", { name: w.login.invitation.save }).click();
  await expect(page.getByRole("heading", { name: w.login.passkey.first })).toBeVisible();
  await page.goto(`${desk.url}/desk/orders`);
  await expect(page.getByRole("heading", { name: w.login.passkey.first })).toBeVisible();
  await page.getByRole("button", { name: w.login.passkey.add }).click();
  // It leads to the page that was requested.
  await expect(page.getByRole("heading", { name: w.frame.pages.orders })).toBeVisible();
  await page.goto(`${desk.url}/desk/account`);
  await page.getByRole("button", { name: new RegExp(`^${w.account.passkeys.remove}`) }).click();
  await expect(page.getByText(w.failures.lastPasskey)).toBeVisible();
});
