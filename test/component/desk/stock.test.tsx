import { expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { openDesk } from "./support/open-desk.tsx";
import { words } from "./support/words.ts";

const w = words.stock;
const button = (name: string) => page.getByRole("button", { name });
const dialogOf = (name: string) => page.getByRole("dialog", { name });

test("stock is counted by keyboard, and support sees it without buttons", async () => {
  await openDesk("/stock", "lager@example.ch", "catalogue");
  await expect.element(button("Aare 5 zählen")).toBeVisible();
  (button("Aare 5 zählen").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = dialogOf("Aare 5 zählen");
  const pieces = dialog.getByLabelText(w.countPieces);
  await pieces.fill("vier");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(/^Geben Sie eine ganze Zahl von 0 bis 9.999.999 ein\.$/)).toBeVisible();
  await pieces.fill("-1");
  await expect.element(dialog.getByText(/Danach -?\d/)).not.toBeInTheDocument();
  await pieces.fill("17");
  await expect.element(dialog.getByText(/Danach 17 Stück an Lager/)).toBeVisible();
  await dialog.getByLabelText(w.reasonLabel).fill("Inventur");
  await dialog.getByRole("button", { name: w.save }).click();
  await expect.element(page.getByText("Aare 5: jetzt 17 Stück an Lager.")).toBeVisible();

  await button("Aare 5 berichtigen").click();
  const correction = dialogOf("Aare 5 berichtigen");
  const more = correction.getByLabelText(w.correctPieces);
  const save = correction.getByRole("button", { name: w.save });
  await more.fill("0");
  await correction.getByLabelText(w.reasonLabel).fill("Displays zerbrochen");
  await save.click();
  await expect
    .element(
      correction.getByText(/^Geben Sie eine ganze Zahl bis 9.999.999 ein, mit Minus für weniger, aber nicht 0\.$/),
    )
    .toBeVisible();
  await expect.element(more).toHaveFocus();
  await more.fill("−99");
  await save.click();
  await expect.element(correction.getByText(words.failures.piecesMissing)).toBeVisible();
  await more.fill("−2");
  await expect.element(correction.getByText(/Danach 15 Stück an Lager/)).toBeVisible();
  await save.click();
  await expect.element(page.getByText("Aare 5: jetzt 15 Stück an Lager.")).toBeVisible();

  await button("Aare 5: Ware ist gekommen").click();
  const delivery = page.getByRole("dialog");
  await delivery.getByLabelText(w.receivePieces).fill("10");
  await expect.element(delivery.getByText("Danach 25 Stück an Lager (+10).")).toBeVisible();
  await delivery.getByLabelText(w.reasonLabel).fill("Lieferung 4711");
  await delivery.getByRole("button", { name: w.save }).click();
  await expect.element(page.getByText("Aare 5: jetzt 25 Stück an Lager.")).toBeVisible();
});

test("a count overtaken by another person's delivery shows both numbers, and is repeated", async () => {
  await openDesk("/stock", "lager@example.ch", "catalogue");
  const dialog = dialogOf("Edelweiss 3 zählen");
  const count = async (pieces: string) => {
    await dialog.getByLabelText(w.countPieces).fill(pieces);
    await dialog.getByLabelText(w.reasonLabel).fill("Gezählt vor der Lieferung");
  };
  await button("Edelweiss 3 zählen").click();
  await count("15");
  await dialog.getByRole("button", { name: w.save }).click();
  await expect.element(page.getByText("Edelweiss 3: jetzt 15 Stück an Lager.")).toBeVisible();
  await button("Edelweiss 3 zählen").click();
  await count("14");
  await commands.deskDelivery("delivers@example.ch", "EDELWEISS3", 10);
  await dialog.getByRole("button", { name: w.save }).click();
  await expect.element(dialog.getByText(/jetzt 25, vorher 15 Stück/)).toBeVisible();
  await dialog.getByLabelText(w.countPieces).fill("24");
  await expect.element(dialog.getByText("Danach 24 Stück an Lager (-1).")).toBeVisible();
  await dialog.getByRole("button", { name: w.save }).click();
  await expect.element(page.getByText("Edelweiss 3: jetzt 24 Stück an Lager.")).toBeVisible();
  await page.getByRole("link", { name: "Bewegungen von Edelweiss 3" }).click();
  await expect
    .element(page.getByRole("row", { name: /gezählt .* 24 lager@example.ch Gezählt vor der Lieferung/ }))
    .toBeVisible();

  await openDesk("/stock", "helps@example.ch", "support");
  await expect.element(page.getByRole("row", { name: /Edelweiss 3/ })).toMatchTextContent("24");
  await expect.element(button("Edelweiss 3 zählen")).not.toBeInTheDocument();
});
