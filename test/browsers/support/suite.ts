import { afterAll, beforeAll, describe, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { de } from "../../../e2e/support/texts.ts";
import { startShop, type Shop } from "../../support/shop.ts";
import type { RunningBrowser } from "./driver.ts";
import { INSTALLED, type OtherBrowser } from "./installed.ts";
import { Sale, SALES } from "./sales.ts";

const FULL = Boolean(process.env["KASSE_TEST_FULL"]);
const sales = Object.entries(SALES);
const { address, customer } = de;

/** Defines the tests of a browser besides Chromium: the quickest sale, and in a full run all. */
export function testBrowser(name: OtherBrowser, start: () => Promise<RunningBrowser>): void {
  describe.skipIf(!INSTALLED[name]())(name, () => {
    let shop: Shop;
    let browser: RunningBrowser;
    let shoppers = 0;
    beforeAll(async () => {
      [shop, browser] = await Promise.all([loadBundle().then((bundle) => startShop({ bundle })), start()]);
    });
    afterAll(async () => {
      await browser.stop();
      await shop.stop();
    });

    /** Runs actions as a shopper in a separate browser. */
    async function shopping(act: (sale: Sale) => Promise<void>): Promise<void> {
      shoppers += 1;
      const driver = await browser.newShopper();
      try {
        await act(new Sale(driver, shop, `${name}-${shoppers}@example.ch`));
      } finally {
        await driver.close();
      }
    }

    test.each(FULL ? sales : sales.slice(0, 1))("%s", (_what, sell) => shopping(sell));
    if (!FULL) return;

    test("reload, back and forward lose no typed text", () =>
      shopping(async (sale) => {
        await sale.openStep("4", { path: "/mobile/SMART30" });
        await sale.fill(customer.fields.firstName, "Nora");
        await sale.driver.reload();
        await sale.fieldHas(customer.fields.firstName, "Nora");
        await sale.driver.value("document.querySelector('#firstName').select()");
        await sale.person();
        await sale.toAddress();
        await sale.driver.back();
        await sale.at(/\/checkout\/4$/);
        await sale.fieldHas(customer.fields.lastName, "Beispiel");
        await sale.driver.forward();
        await sale.at(/\/checkout\/4a$/);
      }));

    test("the keyboard works: a list of addresses, tabs, and the order of the fields", () =>
      shopping(async (sale) => {
        await sale.openStep("4a", { path: "/mobile/SMART30" });
        await sale.fill(address.search, "bahnhofstr 1 zür");
        await sale.has("option", "Bahnhofstrasse 1, 8001 Zürich");
        await sale.driver.press("ArrowDown");
        await sale.driver.press("Enter");
        await sale.click("button", address.purchase);
        await sale.at(/\/checkout\/5$/);
        await sale.fill(customer.fields.idNo, "A1");
        await sale.driver.press("Tab");
        await sale.becomes("document.activeElement.matches('input, select, button')", true);
      }));
  });
}
