import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sentWith } from "./support/answers.ts";
import { openStep } from "./support/open.tsx";
import { field, fillDocument, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { minimumTerm } = words.checkout;
const { boxes, ...tv } = words.tv;
const { fields, identity, number, sim, terms, thanks } = words.customer;
const TERM = minimumTerm.replace("{months}", "21 Monate");
const tvm = { path: "/tv/TVM" };
const first = () => page.getByRole("checkbox", { name: boxes.STB1 });
const second = () => page.getByRole("checkbox", { name: boxes.STB2 });

test("television shows its term and price, has a second box only with the first, and bundles", async () => {
  await openStep("1", tvm);
  await expect.element(page.getByText("Preis pro Monat. Einmalig CHF 49.–.")).toBeVisible();
  await expect.element(page.getByText(`${tv.durationHint} ${TERM}.`)).toBeVisible();
  await expect.element(summary()).toMatchTextContent(TERM);
  const reason = page.getByText(boxes.needsFirst);
  await second().click();
  await expect.element(second()).not.toBeChecked();
  await expect.element(reason).toBeVisible();
  await first().click();
  await expect.element(reason).not.toBeInTheDocument();
  await second().click();
  await expect.element(summary()).toMatchTextContent("CHF 29.70");
  await first().click();
  await expect.element(first()).toBeChecked();
  await expect.element(reason).toBeVisible();
  await page.getByRole("checkbox", { name: "Sport" }).click();
  await expect.element(summary()).toMatchTextContent("CHF 44.60");
  // Impossible combinations were never sent.
  const both = { tv_device: ["STB1", "STB2"] };
  const asked = [{ tv_device: ["STB1"] }, both, { ...both, bundles: ["SPORT"] }];
  expect(sentWith("checkout")).toMatchObject(asked);
});

test("television requests no SIM and no number", async () => {
  await openStep("4", tvm);
  await expect.element(field(fields.firstName)).toBeVisible();
  await expect.element(page.getByRole("radio", { name: sim.esim })).not.toBeInTheDocument();
  await expect.element(page.getByRole("radio", { name: number.transfer })).not.toBeInTheDocument();
});

test("a TV sale with two set-top boxes and a bundle is handed over with all of them, without a picture", async () => {
  const record = { type: "Tv Device", tv_device: ["STB1", "STB2"], bundles: ["SPORT"] };
  await openStep("5", { ...tvm, record });
  await fillDocument({ picture: false, terms: false });
  await page.getByRole("checkbox", { name: terms.agreeTv }).click();
  await press(identity.order);
  await expect.element(page.getByRole("heading", { name: thanks.title })).toBeVisible();
  await expect.element(page.getByRole("main")).toMatchTextContent(TERM);
  const order = /K\d{6,}/.exec(document.body.textContent)?.[0] ?? "";
  await expect.poll(() => handedOver(order)).toEqual(["TVM", "STB1", "STB2", "SPORT"]);
});

/** Returns the codes of the lines with which an order was handed over. */
async function handedOver(order: string): Promise<readonly string[]> {
  type Event = {
    eventType: string;
    event: { productOrder: { id: string; productOrderItem: { productOffering: { id: string } }[] } };
  };
  const response = await fetch("/sandbox/orders", { headers: { accept: "application/json" } });
  const events = (await response.json()) as readonly Event[];
  const found = events.find(
    ({ eventType, event }) => eventType === "ProductOrderCreateEvent" && event.productOrder.id === order,
  );
  return (found?.event.productOrder.productOrderItem ?? []).map(({ productOffering }) => productOffering.id);
}

test("277 includes its box, ticked and fixed, and is paid in advance", async () => {
  await openStep("1", { path: "/tv/277" });
  const first = page.getByRole("checkbox", { name: boxes.STB1 });
  await expect.element(first).toBeChecked();
  await expect.element(first).toBeDisabled();
  await expect.element(summary()).toMatchTextContent("CHF 168.–");
  await page.getByRole("checkbox", { name: boxes.STB2 }).click();
  await expect.element(summary()).toMatchTextContent("CHF 275.80");
});
