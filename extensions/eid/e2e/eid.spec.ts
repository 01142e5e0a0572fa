import { openDocumentStep, newEmail, orderNumber, press, WORDS } from "#e2e/support/purchase.ts";
import { expect } from "#e2e/support/server.ts";
import { test as base, type Simulator } from "#e2e/support/simulator.ts";

const test = base.extend({});
test.use({ played: ["verifier"] });
const words = WORDS.de;
const { eid } = words.identity;
const { fields } = words.customer;

/** Presses a button of the wallet for the newest verification. */
async function inWallet(simulator: Simulator, action: string): Promise<void> {
  const { holds } = await simulator.provider("verifier");
  const id = holds[0]?.rows[0]?.id;
  const reply = await fetch(`${simulator.url}/actions/verifier/${action}`, {
    method: "POST",
    body: JSON.stringify({ id }),
  });
  expect(await reply.json()).toHaveProperty("done");
}

test("a shopper identifies with the e-ID: the form is filled in, and the picture is still required", async ({
  page,
  simulator,
}) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await page.getByRole("button", { name: eid.button }).click();
  const dialog = page.getByRole("dialog", { name: eid.title });
  await expect(dialog.getByRole("img", { name: eid.qr })).toBeVisible();
  await expect(dialog).toContainText(eid.waiting);
  await inWallet(simulator, "nora");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(eid.done)).toBeVisible();
  await expect(page.getByText(eid.picture)).toBeVisible();
  await expect(page.getByLabel(fields.idNo, { exact: true })).toHaveValue("BETAIDN7K2Q9XA");
  await expect(page.getByLabel(fields.issuer, { exact: true })).toHaveValue("Beta Credential Service BCS");
  for (const field of [fields.issueDate, fields.validUntil])
    await expect(page.getByLabel(field, { exact: true })).not.toHaveValue("");
  await page.locator("input[type=file]").setInputFiles("e2e/support/document.png");
  await page.getByRole("checkbox", { name: words.customer.terms.agree }).check();
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  expect(await orderNumber(page)).toMatch(/^K\d+$/);
});

test("declined, another issuer, another person: each shows a message, and nothing is overwritten", async ({
  page,
  simulator,
}) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  await page.getByRole("button", { name: eid.button }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: eid.title });
  await expect(dialog).toContainText(eid.waiting);
  await inWallet(simulator, "decline");
  await expect(dialog.getByRole("alert")).toHaveText(eid.refused.declined);
  await dialog.getByRole("button", { name: eid.renew }).click();
  await expect(dialog).toContainText(eid.waiting);
  await inWallet(simulator, "otherIssuer");
  await expect(dialog.getByRole("alert")).toHaveText(eid.refused.notAccepted);
  await dialog.getByRole("button", { name: eid.renew }).click();
  await expect(dialog).toContainText(eid.waiting);
  await inWallet(simulator, "muster");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(words.identity.reading.differs)).toBeVisible();
  await expect(page.getByText(eid.done)).toHaveCount(0);
  await expect(page.getByText("Nora Beispiel").first()).toBeVisible();
});
