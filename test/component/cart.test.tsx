import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openStep } from "./support/open.tsx";
import { onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { cart } = words;
const settings = { summaryStep: "show" } as const;
const main = () => page.getByRole("main");

describe("the summary cart, if the operator shows it", () => {
  test("shows all lines and totals, leads back to the package, and forward to the account", async () => {
    await openStep("1", { path: "/device/SAENTISX", settings });
    await press(words.checkout.continue);
    await onPage("2");
    const table = main().getByRole("table");
    await expect.element(table).toMatchTextContent("SMART 60");
    await expect.element(table).toMatchTextContent("Säntis X");
    await expect.element(table).toMatchTextContent("CHF 62.40");
    // 12 × 62.40, and the device's one-time levy of 2.–.
    await expect.element(main()).toMatchTextContent("CHF 750.80");
    await expect.element(table).not.toMatchTextContent("CHF 750.80");
    await main().getByRole("button", { name: cart.cancel }).click();
    await onPage("1");
    await press(words.checkout.continue);
    await press(cart.toCashDesk);
    await onPage("3");
    expect(sessionStorage.getItem("kasse.page-step")).toBe("2");
  });

  test("shows what is due now on a phone, without scrolling sideways", async () => {
    await openStep("1", { path: "/tv/277", settings });
    await press(words.checkout.continue);
    await onPage("2");
    await page.viewport(390, 844);
    const amount = main()
      .getByRole("row", { name: /TV 277/ })
      .getByText("CHF 168.–");
    await expect.element(amount).toBeInViewport({ ratio: 1 });
    const table = main().getByRole("table").element();
    expect(table.scrollWidth).toBeLessThanOrEqual(table.clientWidth);
    await page.viewport(1280, 800);
  });

  test("has no way back to the package with a SIM in the order", async () => {
    await openStep("1", { path: "/mobile/SIMONLY20", settings });
    await press(words.checkout.continue);
    await onPage("2");
    await expect.element(main().getByRole("table")).toMatchTextContent("SIM only 20");
    await expect.element(main().getByRole("button", { name: cart.toCashDesk }).first()).toBeEnabled();
    expect(main().getByRole("button", { name: cart.cancel }).query()).toBeNull();
  });
});
