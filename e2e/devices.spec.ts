import { WORDS } from "./support/purchase.ts";
import { expect, test } from "./support/server.ts";

test("a device shows its details and its tariff, is marked as sold out, or links to the partner who sells it", async ({
  page,
}) => {
  await page.goto("/device/SAENTISX");
  const details = page.getByRole("region", { name: "Technische Daten" });
  await expect(details.getByRole("term")).toHaveText([
    "Betriebssystem",
    "Chipsatz",
    "Prozessor",
    "System",
    "Gewicht",
    "Speicher",
    "Kamera",
    "Akku",
    "Bildschirm",
    "Netz",
    "Masse",
  ]);
  await expect(details.getByRole("definition").first()).toHaveText("Firn 8");
  const box = page.getByRole("complementary");
  await expect(box).toContainText("SMART 60");
  await expect(box.locator("strong").filter({ hasText: "CHF", visible: true })).toHaveText("CHF 62.40");

  await page.goto("/device/EDELWEISS3");
  await expect(page.getByRole("button", { name: "Ausverkauft" })).toBeDisabled();
  await expect(page.getByText("Edelweiss 3 ist im Moment ausverkauft", { exact: false })).toBeVisible();

  await page.goto("/device/MATTERHORN");
  const link = page.getByRole("link", { name: "Beim Partner kaufen" });
  await expect(link).toHaveAttribute("href", "https://partner.example/matterhorn");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(page.getByRole("button", { name: "Zur Kasse" })).toHaveCount(0);
});

test("each term of a TV tariff has a separate hint; only that of the chosen term is visible", async ({ page }) => {
  await page.goto("/en/tv/TVM");
  const hint = WORDS.en.checkout.minimumTerm.replace("{months}", "21 months");
  await expect(page.getByText(`${hint}.`).filter({ visible: true })).toHaveCount(1);
});
