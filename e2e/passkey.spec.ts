import { expect, test } from "./support/server.ts";
import { openDocumentStep, fillDocument, messagesTo, newEmail, press, WORDS } from "./support/purchase.ts";
import { virtualDevice } from "./support/virtual-device.ts";

// A passkey is bound to a host name.
const words = WORDS.de;
const { own, passkeys } = words.account;

test("a passkey added after the order logs in to the next purchase, until it is removed", async ({ page }) => {
  const device = await virtualDevice(page);
  const email = newEmail();
  await openDocumentStep(page, "/mobile/SMART30", email);
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  const offer = page.getByRole("region", { name: passkeys.offer });
  await offer.getByRole("button", { name: passkeys.add }).click();
  await expect(offer.getByRole("status")).toHaveText(passkeys.added);
  expect(await device.keys()).toMatchObject([{ rpId: "localhost", isResidentCredential: true, userName: email }]);
  await expect.poll(async () => JSON.stringify(await messagesTo(page, email))).toContain("Passkey hinzugekommen");

  await offer.getByRole("link", { name: own.link }).click();
  await page.getByRole("button", { name: own.logOut }).click();
  await expect(page.getByText(own.loggedOut)).toBeVisible();

  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await press(page, words.checkout.steps["1"].go);
  await page.getByRole("radio", { name: words.account.known }).check();
  const logIn = page.getByRole("main").getByRole("button", { name: passkeys.login });
  await device.unlocks(false);
  await logIn.click();
  await expect(page.getByRole("alert").filter({ hasText: passkeys.notUsed })).toBeVisible();
  await device.unlocks(true);
  await logIn.click();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.firstName, { exact: true })).toHaveValue("Nora");

  await page.goto("/account");
  const keys = page.getByRole("region", { name: passkeys.title });
  await expect(keys.getByRole("listitem")).toHaveCount(1);
  await keys.getByRole("button", { name: passkeys.add }).click();
  await expect(keys.getByRole("alert").or(keys.getByRole("status"))).toHaveText(passkeys.present);
  await keys.getByRole("button", { name: passkeys.removeOf.replace("{device}", "") }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(0);
  await page.getByRole("button", { name: own.logOut }).click();
  await page.getByRole("main").getByRole("button", { name: passkeys.login }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Dieser Passkey hat nicht funktioniert." })).toBeVisible();
});
