import { deskWords, expect, test } from "./support/desk.ts";

const w = deskWords("de");

test("the address of an order is corrected by the rules of step 4a, with a sentence at the field", async ({
  browser,
  desk,
}) => {
  const { number } = await desk.sales.held("letters@example.ch");
  const page = await desk.as(browser, "agathe@example.ch", "support");
  await page.goto(`${desk.url}/desk/orders/${number}`);
  await page.getByLabel(w.orders.acts.reason).fill("Der Brief kam zurück");
  await page.getByRole("button", { name: w.orders.acts.names.correctAddress }).click();
  const dialog = page.getByRole("dialog", { name: w.orders.address.title.replace("{number}", number) });
  const field = (name: keyof typeof w.orders.address.fields) =>
    dialog.getByRole("textbox", { name: w.orders.address.fields[name], exact: true });
  const save = dialog.getByRole("button", { name: w.orders.acts.names.correctAddress });
  await field("address").fill("Nirgendsweg");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(w.frame.typed.question)).toBeVisible();
  // Continuing to type is an answer.
  await field("address").fill("Nirgendsweg ");
  await expect(dialog.getByText(w.frame.typed.question)).toBeHidden();
  await save.press("Enter");
  await expect(field("address")).toHaveAccessibleDescription(/An diese Adresse können wir nichts senden/);
  await expect(field("address")).toBeFocused();
  await field("address").fill("Langstrasse");
  await expect(field("address")).not.toHaveAttribute("aria-invalid");
  await field("city").fill("Genève");
  await save.press("Enter");
  await expect(field("city")).toHaveAccessibleDescription(/8001 kennt das Adressverzeichnis Zürich, nicht Genève/);
  await expect(field("city")).toBeFocused();
  // Another place is asked about again.
  await field("city").fill("Lausanne");
  await save.press("Enter");
  await expect(field("city")).toHaveAccessibleDescription(/nicht Lausanne/);
  await save.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article", { name: number })).toContainText("Langstrasse 1, 8001 Lausanne");
  // What the shop itself wrote into the record is in the language of who reads it.
  await expect(page.getByRole("listitem").filter({ hasText: "Der Brief kam zurück" })).toContainText(
    "Der Brief kam zurück (vorher: Bahnhofstrasse 1, 8001 Zürich)",
  );
});
