import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { hold } from "./support/answers.ts";
import { leftTo, openStep, reload } from "./support/open.tsx";
import { field, onPage } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { editStep, steps } = words.checkout;
const edit = (step: "1" | "3" | "4" | "4a") =>
  page.getByRole("button", { name: editStep.replace("{step}", steps[step].title) });

test("every past step has an edit button, and only that of the previous step works, also by keyboard", async () => {
  await openStep("5");
  for (const step of ["1", "3", "4"] as const) await expect.element(edit(step)).toBeDisabled();
  await expect.element(edit("4a")).toBeEnabled();
  await expect.element(page.getByText(words.checkout.changeBelow).first()).toBeVisible();

  // The heading has the focus: the next stop is the only button that works.
  const heading = page.getByRole("heading", { level: 1 });
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(edit("4a")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await onPage("4a");
  await expect.element(heading).toHaveTextContent(steps["4a"].heading);
  await expect.element(heading).toHaveFocus();
  await expect.element(edit("4")).toBeEnabled();
  await expect.element(edit("3")).toBeDisabled();
  await expect.element(edit("4a")).not.toBeInTheDocument();
});

test("two fields in a row are at the same height, even if the hint of one wraps", async () => {
  await page.viewport(1280, 800);
  await openStep("5");
  const { fields } = words.customer;
  const { issuerHint } = words.customer.identity;
  await expect.element(field(fields.issuer)).toBeVisible();
  const boxOf = (one: Locator) => one.element().getBoundingClientRect();
  const hint = page.getByText(issuerHint).element();
  expect(boxOf(page.getByText(issuerHint)).height).toBeGreaterThan(1.5 * parseFloat(getComputedStyle(hint).lineHeight));
  expect(boxOf(field(fields.issuer)).top).toBe(boxOf(field(fields.idNo)).top);
});

test("without a checkout no step is ticked, while the server decides where the shopper goes", async () => {
  await openStep("4");
  localStorage.clear();
  sessionStorage.clear();
  const release = hold("prepare");
  await reload();
  await expect.element(page.getByRole("heading", { level: 1, name: steps["4"].heading })).toBeVisible();
  expect(page.getByText(words.checkout.done, { exact: false }).query()).toBeNull();
  expect(page.getByRole("button", { name: new RegExp(words.checkout.edit) }).query()).toBeNull();
  void release();
  await expect.poll(leftTo).toBe("/");
});
