import type { Page } from "@playwright/test";
import { expect, test } from "./support/server.ts";
import { openDocumentStep, newEmail, WORDS } from "./support/purchase.ts";

const words = WORDS.de;
type Titled = "1" | "3" | "4" | "4a";
const edit = (page: Page, step: Titled) =>
  page.getByRole("button", { name: words.checkout.editStep.replace("{step}", words.checkout.steps[step].title) });

test("every past step has an edit button, and only that of the step before works, by keyboard too", async ({
  page,
}) => {
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  for (const step of ["1", "3", "4"] as const) await expect(edit(page, step)).toBeDisabled();
  await expect(edit(page, "4a")).toBeEnabled();

  // The heading has the focus: the next stop is the only button that works.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(edit(page, "4a")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/checkout\/4a$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.checkout.steps["4a"].heading);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(edit(page, "4")).toBeEnabled();
  await expect(edit(page, "3")).toBeDisabled();
  await expect(edit(page, "4a")).toHaveCount(0);
});
