import { expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { hold } from "./support/answers.ts";
import { leftTo, openStep, reload } from "./support/open.tsx";
import { field, onPage } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { editStep, steps } = words.checkout;
const edit = (step: "1" | "3" | "4" | "4a") =>
  page.getByRole("button", { name: editStep.replace("{step}", steps[step].title) });

test("every past step has an edit button; that of the previous step opens it, the others say the way, also by keyboard", async () => {
  await openStep("5");
  for (const step of ["1", "3", "4"] as const)
    await expect.element(edit(step)).toHaveAttribute("aria-disabled", "true");
  await expect.element(edit("4a")).not.toHaveAttribute("aria-disabled");
  await expect.element(page.getByText(words.watch.edit.below).first()).toBeVisible();

  // The heading has the focus; the first stop leads to the row of the review, where the step can be changed.
  const heading = page.getByRole("heading", { level: 1 });
  await expect.element(heading).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(edit("1")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.closest("[data-step]")?.getAttribute("data-step")).toBe("1");
  (edit("4a").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await onPage("4a");
  await expect.element(heading).toHaveTextContent(steps["4a"].heading);
  await expect.element(heading).toHaveFocus();
  await expect.element(edit("4")).not.toHaveAttribute("aria-disabled");
  await expect.element(edit("4a")).not.toBeInTheDocument();
  (edit("3").element() as HTMLElement).click();
  const way = words.watch.edit.way.replace("{step}", steps["4"].title);
  await expect.element(page.getByRole("status").filter({ hasText: way })).toBeVisible();
  await onPage("4a");
});

test("on a phone later steps have their headings with a label, step 1 what is in the package, and one count", async () => {
  await page.viewport(390, 844);
  await openStep("1", { path: "/mobile/SMART60" });
  await expect.element(page.getByText("Unlimitierte Daten in der Schweiz").first()).toBeVisible();
  for (const step of ["3", "4", "4a", "5"] as const) {
    const title = page.getByRole("heading", { level: 2, name: steps[step].title, exact: true });
    await expect.element(title).toBeVisible();
    expect(title.element().parentElement?.textContent).toContain(words.checkout.continue);
  }
  await openStep("5", { path: "/mobile/PREPAID20" });
  const line = page.getByRole("navigation", { name: words.checkout.allSteps }).getByRole("button");
  await expect.element(line).toHaveTextContent("Schritt 4 von 5");
  await line.click();
  await expect.element(page.getByRole("heading", { level: 2, name: steps["6"].title }).first()).toBeVisible();
  // No other number of a step is visible: neither in the circles nor in the list.
  const marks = [...document.querySelectorAll<HTMLElement>("[data-mark]")].filter((mark) => mark.offsetWidth > 0);
  expect(marks.map(({ textContent }) => textContent).join("")).toBe("");
  expect(marks.length).toBe(10);
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
