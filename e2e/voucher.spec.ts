import { kasse } from "./support/command.ts";
import { fillDocument, newEmail, openDocumentStep, press, WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

// An extension from outside of the tree, as an operator adds it.
const env = { EXTENSIONS: "./examples/vouchers", VOUCHERS: "on" };
test.use({ settings: env });

const words = WORDS.fr;

test("a voucher is entered beside the order, refused, used, and part of the order", async ({ page, server }) => {
  await kasse({ ...server, env }, "vouchers", "create", "DIXFR", "--amount", "10");
  await openDocumentStep(page, "/fr/mobile/SMART30", newEmail());
  const summary = page.getByRole("complementary", { name: words.checkout.summary.title });
  await summary.getByText(/^Avez-vous un bon/).click();
  const field = summary.getByRole("textbox", { name: "Code du bon" });
  await field.fill("onze");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/Ce code n’existe pas/);
  await field.fill("dix fr");
  await field.press("Enter");
  const remove = summary.getByRole("button", { name: "Retirer le bon: Bon DIXFR" });
  await expect(remove).toBeFocused();
  await expect(summary).toContainText("CHF 39.–");
  await page.reload();
  await expect(remove).toBeVisible();
  await fillDocument(page, words);
  await press(page, words.customer.identity.order);
  await expect(page).toHaveURL(/\/checkout\/7$/);
  await expect(page.getByRole("main")).toContainText("Bon DIXFR");
  expect(await kasse({ ...server, env }, "vouchers", "list")).toContain("DIXFR: CHF 10.00 once, used 1 times");
});
