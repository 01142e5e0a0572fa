import { DESK_PASSWORD, deskWords, expect, test } from "./support/desk.ts";
import { virtualDevice } from "./support/virtual-device.ts";

// A passkey is bound to a host name.
const w = deskWords("de");

test("a passkey confirms the password, logs in alone, and can be removed after a fresh login", async ({
  browser,
  desk,
}) => {
  const page = await desk.as(browser, "key@example.ch", "support");
  const device = await virtualDevice(page);
  const logOut = async () => {
    await page.getByLabel("key: Sprache und Abmelden").click();
    await page.getByRole("button", { name: w.frame.logOut }).click();
    await expect(page.getByRole("heading", { name: w.login.title })).toBeVisible();
  };
  const isIn = () => expect(page.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();
  await page.getByLabel("key: Sprache und Abmelden").click();
  await page.getByRole("link", { name: w.frame.account }).click();
  await expect(page.getByText(w.account.passkeys.none)).toBeVisible();
  await device.unlocks(false);
  await page.getByRole("button", { name: w.login.passkey.add }).click();
  await expect(page.getByText(w.login.passkey.notAdded)).toBeVisible();
  await device.unlocks(true);
  await page.getByRole("button", { name: w.login.passkey.add }).click();
  await expect(page.getByText(w.account.passkeys.added)).toBeVisible();
  await logOut();

  // The password alone is no longer enough.
  await page.getByLabel(w.login.email).fill("key@example.ch");
  await page.getByLabel(w.login.password, { exact: true }).fill(DESK_PASSWORD);
  await device.unlocks(false);
  await page.keyboard.press("Enter");
  await expect(page.getByText(w.login.passkey.cancelled)).toBeVisible();
  await device.unlocks(true);
  await page.getByRole("button", { name: w.login.logIn, exact: true }).click();
  await isIn();
  await logOut();
  await page.getByRole("button", { name: w.login.passkey.logIn }).click();
  await isIn();

  await page.goto(`${desk.url}/desk/account`);
  await page.getByRole("button", { name: new RegExp(`^${w.account.passkeys.remove}`) }).click();
  await expect(page.getByText(w.account.passkeys.removed)).toBeVisible();
  await expect(page.getByText(w.account.passkeys.none)).toBeVisible();
});

test("a password is changed, and logins elsewhere end", async ({ browser, desk }) => {
  const page = await desk.as(browser, "two@example.ch", "support");
  const other = await (await browser.newContext({ locale: "de-CH" })).newPage();
  const logIn = async (password: string) => {
    await other.goto(`${desk.url}/desk/`);
    await other.getByLabel(w.login.email).fill("two@example.ch");
    await other.getByLabel(w.login.password, { exact: true }).fill(password);
    await other.keyboard.press("Enter");
  };
  await logIn(DESK_PASSWORD);
  await expect(other.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();
  await page.goto(`${desk.url}/desk/account`);
  await expect(page.getByText(w.account.logins.here)).toBeVisible();
  await page.getByRole("button", { name: new RegExp(`^${w.account.logins.end}:`) }).click();
  await expect(page.getByText(w.account.logins.ended)).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: w.login.title })).toBeVisible();

  const fill = async (present: string, next: string) => {
    await page.getByLabel(w.account.password.present, { exact: true }).fill(present);
    await page.getByLabel(w.login.invitation.password, { exact: true }).fill(next);
    await page.getByRole("button", { name: w.account.password.save }).click();
  };
  await fill("falsch-geraten-2026", "Neue-Fahrplanauskunft-7");
  await expect(page.getByText(w.failures.passwordWrong)).toBeVisible();
  await fill(DESK_PASSWORD, "Neue-Fahrplanauskunft-7");
  await expect(page.getByText(w.account.password.done)).toBeVisible();
  await logIn(DESK_PASSWORD);
  await expect(other.getByText(w.failures.loginWrong)).toBeVisible();
  await logIn("Neue-Fahrplanauskunft-7");
  await expect(other.getByRole("navigation", { name: w.frame.navigation })).toBeVisible();
});
