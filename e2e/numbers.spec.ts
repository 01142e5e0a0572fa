import { kasse } from "./support/command.ts";
import { fillDocument, newEmail, press, WORDS } from "./support/purchase.ts";
import { openStep } from "./support/seed.ts";
import { expect, test } from "./support/server.ts";
import { serverTexts } from "./support/texts.ts";

const words = WORDS.de;

test("a number that the operator withdraws before the order is rejected in step 5, with a link to choose another", async ({
  page,
  server,
}) => {
  await openStep(page, "5", { path: "/mobile/SMART30", email: newEmail(), form: { newMsisdn: "41785551234" } });
  await fillDocument(page, words);
  await kasse(server, "numbers", "withdraw", "0785551234", "--reason", "used by somebody");
  await press(page, words.customer.identity.order);
  const dialog = page.getByRole("alertdialog", { name: words.identity.numberGone.title });
  await expect(dialog).toContainText(serverTexts("de").fields.refused.number);
  await dialog.getByRole("button", { name: words.identity.numberGone.choose }).click();
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByText(serverTexts("de").fields.refused.number).first()).toBeVisible();
  const choices = page.getByRole("group", { name: words.number.pick.title });
  await expect(choices.getByRole("radio", { name: words.number.pick.any })).toBeChecked();
});
