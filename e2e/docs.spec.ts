import { expect, test } from "./support/server.ts";

test("/docs: a call can be tried, and the next call uses the checkout it created", async ({ page }) => {
  await page.goto("/docs#checkout");
  const call = page.locator("#checkout");
  await call.getByRole("button", { name: "Send" }).click();
  await expect(call.locator("output")).toContainText("200");
  const id = page.locator("#session").getByLabel("checkoutId");
  await expect(id).not.toHaveValue("");

  const prepare = page.locator("#prepare");
  await prepare.locator("summary").click();
  await prepare.getByRole("button", { name: "Send" }).click();
  await expect(prepare.locator("output")).toContainText("200");
});
