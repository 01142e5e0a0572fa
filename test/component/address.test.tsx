import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { failOnce, hold } from "./support/answers.ts";
import { openStep, reload, visit } from "./support/open.tsx";
import { edit, field, onPage, press, reviewRow, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address: texts } = words;
const { fields } = words.customer;
const search = () => page.getByRole("combobox", { name: texts.search });
const byHand = () => page.getByRole("button", { name: texts.byHand });
const changeOf = () => page.getByRole("button", { name: texts.changeOf });
const errorTitle = new RegExp(`^${words.fields.errorTitle}`);

/** Types an address whose town differs from the register's. */
async function typeAddress(city: string): Promise<void> {
  await byHand().click();
  await field(fields.address).fill("Bahnhofstrasse");
  await field(fields.postalCode).fill("8001");
  await field(fields.city).fill(city);
}

describe("a town that does not belong to the postal code", () => {
  const question = (city: string) =>
    texts.otherTown
      .replace("{code}", "8001")
      .replace("{towns}", "Zürich")
      .replace("{city}", city)
      .replace("{button}", texts.purchase);

  test("triggers a question; a second press continues", async () => {
    await openStep("4a");
    await typeAddress("Genève");
    await press(texts.purchase);
    await expect.element(page.getByRole("alert")).toMatchTextContent(question("Genève"));
    await onPage("4a");
    await field(fields.city).fill("Genf");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    await press(texts.purchase);
    await expect.element(page.getByRole("alert")).toMatchTextContent(question("Genf"));
    await press(texts.purchase);
    await onPage("5");
  });

  test("is replaced by the right one with one press", async () => {
    await openStep("4a");
    await typeAddress("Genève");
    await press(texts.purchase);
    await page.getByRole("button", { name: texts.useTown.replace("{town}", "Zürich") }).click();
    await expect.element(field(fields.city)).toHaveValue("Zürich");
    await expect.element(field(fields.city)).toHaveFocus();
    await press(texts.purchase);
    await onPage("5");
  });

  test("triggers no question if the register does not know the code or does not answer", async () => {
    await openStep("4a");
    await typeAddress("Irgendwo");
    await field(fields.postalCode).fill("9999");
    await press(texts.purchase);
    await onPage("5");

    await visit("/checkout/4a");
    await changeOf().click();
    await field(fields.postalCode).fill("8001");
    failOnce("postalCodeTowns", "network");
    await press(texts.purchase);
    await onPage("5");
  });
});

test("one field until the address is picked; an empty one is one mistake; a pasted postal code fills in its town", async () => {
  await openStep("4a");
  await press(texts.purchase);
  await expect.element(page.getByText(words.fields.empty.addressId)).toBeVisible();
  await expect.element(search()).toHaveFocus();
  await expect.poll(() => document.title).toMatch(errorTitle);
  await byHand().click();
  await expect.element(field(fields.address)).toHaveFocus();
  await field(fields.address).fill("Bahnhofstrasse");
  await field(fields.postalCode).fill("CH-8001 Zürich");
  await field(fields.city).click();
  await expect.element(field(fields.postalCode)).toHaveValue("8001");
  await expect.element(field(fields.city)).toHaveValue("Zürich");
  await expect.poll(() => document.title).not.toMatch(errorTitle);
  await reload();
  // A complete address is shown as text again.
  await expect.element(changeOf()).toBeVisible();
  await expect.element(field(fields.city)).not.toBeInTheDocument();
});

test("a c/o is added to a picked address, is shown as text with it, and appears in the review", async () => {
  const label = words.customer.optional.replace("{label}", fields.careOf);
  await openStep("4a");
  await search().fill("bahnhofstrasse 1 8001");
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: texts.addCareOf }).click();
  await expect.element(field(label)).toHaveFocus();
  await field(label).fill("x".repeat(101));
  await press(texts.purchase);
  await expect.element(page.getByText(words.fields.tooLong)).toBeVisible();
  await field(label).fill("C/O Familie Meier");
  await reload();
  await expect.element(page.getByText("c/o Familie Meier")).toBeVisible();
  await expect.element(page.getByRole("button", { name: texts.addCareOf })).not.toBeInTheDocument();
  await press(texts.purchase);
  await onPage("5");
  await expect.element(reviewRow("address")).toMatchTextContent("c/o Familie Meier");
  // The past step also shows it.
  await expect.element(page.getByText("c/o Familie Meier, Bahnhofstrasse 1, 8001 Zürich")).toBeVisible();
});

test("a c/o typed before the street moves to its own field", async () => {
  await openStep("4a");
  await byHand().click();
  await field(fields.address).fill("c/o Familie Meier, Bahnhofstrasse");
  await field(fields.postalCode).click();
  await expect.element(field(fields.address)).toHaveValue("Bahnhofstrasse");
  await expect.element(field(words.customer.optional.replace("{label}", fields.careOf))).toHaveValue("Familie Meier");
});

test("a P.O. box is added where the tariff allows one, is normalised and reviewed; with a parcel its field explains why not", async () => {
  const label = words.customer.optional.replace("{label}", fields.poBox);
  await openStep("4a", { path: "/tv/TVS" });
  await search().fill("bahnhofstrasse 1 8001");
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: texts.addPoBox }).click();
  await expect.element(field(label)).toHaveFocus();
  await expect.element(field(label)).toHaveAccessibleDescription(texts.poBoxHint);
  await field(label).fill("8021 Zürich");
  await press(texts.purchase);
  await expect.element(page.getByText(words.fields.poBox)).toBeVisible();
  await field(label).fill("12");
  await userEvent.keyboard("{Enter}");
  await onPage("5");
  await expect.element(reviewRow("address")).toMatchTextContent("Postfach 12");
  await edit("4a");
  await expect.element(page.getByText("Postfach 12")).toBeVisible();
  await expect.element(page.getByRole("button", { name: texts.addPoBox })).not.toBeInTheDocument();

  await visit("/checkout/1");
  await page.getByRole("checkbox", { name: words.tv.boxes.STB1 }).click();
  await expect.element(summary()).toMatchTextContent("CHF 14.80");
  await visit("/checkout/4a");
  await expect.element(field(label)).toHaveValue("Postfach 12");
  await expect.element(page.getByText(words.fields.noPoBox)).toBeVisible();
  await field(label).fill("");
  await expect.element(page.getByText(words.fields.noPoBox)).not.toBeInTheDocument();
  await expect.element(field(label)).toHaveFocus();
  await press(texts.purchase);
  await onPage("5");
});

test("a P.O. box in the street moves to its own field, and is rejected there if the purchase does not accept one", async () => {
  const street = "Bahnhofstrasse, Postfach 12";
  await openStep("4a", { path: "/mobile/SIMONLY20" });
  await byHand().click();
  await field(fields.address).fill(street);
  await field(fields.postalCode).click();
  await expect.element(field(fields.address)).toHaveValue("Bahnhofstrasse");
  await expect.element(field(words.customer.optional.replace("{label}", fields.poBox))).toHaveValue("Postfach 12");

  await openStep("4a");
  await byHand().click();
  await field(fields.address).fill(street);
  await field(fields.postalCode).click();
  await expect.element(page.getByText(words.fields.noPoBox)).toBeVisible();
  await expect.element(field(fields.address)).toHaveValue(street);
});

test("during a search the list shows it, also below the existing proposals; a touch elsewhere closes it", async () => {
  await openStep("4a");
  const loading = page.getByText(texts.loadingResults);
  await search().fill("bahnhofstrasse");
  await expect.element(page.getByRole("option").first()).toBeVisible();
  await expect.element(loading).not.toBeInTheDocument();
  const release = hold("addressSearch");
  await search().fill("bahnhofstrasse 1");
  await expect.element(loading).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole("option").first()).toBeVisible();
  await release();
  await expect.element(loading).not.toBeInTheDocument();
  await expect.element(search()).toHaveAttribute("aria-expanded", "true");
  // The field keeps the focus while a touch scrolls the page.
  const touch = new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" });
  page.getByRole("heading", { level: 1 }).element().dispatchEvent(touch);
  await expect.element(search()).toHaveAttribute("aria-expanded", "false");
  // An emptied field forgets its proposals.
  hold("addressSearch");
  await search().fill("");
  await search().fill("bahnhofstrasse");
  await expect.element(loading).toBeInViewport({ ratio: 1 });
  expect(page.getByRole("option").elements()).toEqual([]);
});
