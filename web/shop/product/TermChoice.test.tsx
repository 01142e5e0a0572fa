import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import type { Page } from "#contract/page.ts";
import common from "#locales/de/common.json" with { type: "json" };
import shop from "#locales/de/shop.json" with { type: "json" };
import { PageProvider } from "#web/app/page-context.tsx";
import { choicesOf, type Product } from "../products.ts";
import { TermChoice } from "./TermChoice.tsx";

const product = {
  kind: "mobile",
  group: "postpaid",
  record: { type: "Tariff", tariff: "SMART60", binding: "24" },
  terms: [
    { code: "1", months: 1 },
    { code: "24", months: 24 },
  ],
} as unknown as Product;

test("the term that the offer has is selected, also if it is not the first", () => {
  const html = renderToStaticMarkup(
    <PageProvider page={{ brand: { noticeDays: 60 } } as Page}>
      <IntlProvider locale="de" messages={{ common, shop }}>
        <TermChoice product={product} choices={choicesOf(product, [])} />
      </IntlProvider>
    </PageProvider>,
  );
  expect(/<input[^>]* checked[^>]*>([^<]*)/.exec(html)?.[1]).toBe("24 Monate");
});
