import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { continueAs, logIn, register } from "./support/account.ts";
import { newEmail } from "./support/emails.ts";
import { openStep } from "./support/open.tsx";
import { edit, field, onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const name = () => field(words.customer.fields.lastName);

test("back to the package and forward again: details stay for the same person, but not for another", async () => {
  const email = newEmail();
  await openStep("4", { email, form: { last_name: "Rückweg" } });
  await edit("3");
  await edit("1");
  await page.getByRole("checkbox", { name: "Balkan Plus" }).click();
  await press(words.checkout.steps["1"].go);
  await register(email.toUpperCase());
  await expect.element(name()).toHaveValue("Rückweg");
  await edit("3");
  await register(newEmail());
  await expect.element(name()).toHaveValue("");

  await name().fill("Wieder jemand");
  await edit("3");
  await logIn("lea.rossi@example.ch");
  await onPage("4");
  await expect.element(name()).toHaveValue("Rossi");
  await name().fill("Rossi Meier");
  await edit("3");
  await continueAs("Lea Rossi");
  await expect.element(name()).toHaveValue("Rossi Meier");
});
