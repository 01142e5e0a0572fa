import { INSOLVENT } from "../test/support/insolvent.ts";
import { FULL } from "./support/full.ts";
import { expect, test } from "./support/server.ts";
import { fillDocument, newEmail, openDocumentStep, press, WORDS } from "./support/purchase.ts";

if (FULL)
  test("a new customer who is not solvent sees that the order is on hold", async ({ page }) => {
    const words = WORDS.de;
    await openDocumentStep(page, "/mobile/SMART30", newEmail(), INSOLVENT);
    await fillDocument(page, words);
    await press(page, words.customer.identity.order);
    await page.getByRole("button", { name: words.identity.refusal.ask }).click();
    await press(page, words.customer.identity.order);
    await expect(page.getByRole("heading", { name: words.customer.thanks.onHoldTitle })).toBeVisible();
  });
