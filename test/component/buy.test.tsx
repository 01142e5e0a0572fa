import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { commands, page } from "vitest/browser";
import { IntlProvider } from "use-intl";
import shop from "#locales/de/shop.json" with { type: "json" };
import "#web/frame-styles.ts";
import { startBuying } from "#web/shop/product/buy-script.ts";
import { FailureDialog } from "#web/shop/product/FailureDialog.tsx";
import { QueueDialog } from "#web/shop/product/QueueDialog.tsx";
import { failOnce } from "./support/answers.ts";
import { words } from "./support/words.ts";

const { common } = words;

test("a checkout that cannot start is reported; only a click outside closes the dialog", async () => {
  const { container } = await render(
    <IntlProvider locale="de" messages={{ common, shop }}>
      <form>
        <input type="hidden" name="record" value={JSON.stringify({ type: "Tariff", tariff: "SMART30" })} />
        <button type="submit" data-busy={common.loading}>
          {shop.buy.button}
        </button>
      </form>
      <FailureDialog />
      <QueueDialog />
    </IntlProvider>,
  );
  startBuying(container.querySelector("form")!);
  failOnce("checkout", "network");
  await page.getByRole("button", { name: shop.buy.button }).click();
  const dialog = page.getByRole("alertdialog", { name: common.network.title });
  await expect.element(dialog).toMatchTextContent(common.network["Network Error"]);
  await dialog.getByRole("heading").click();
  await expect.element(dialog).toBeVisible();
  await commands.drag({ from: [5, 5], to: [5, 5] });
  await expect.element(dialog).not.toBeInTheDocument();
});
