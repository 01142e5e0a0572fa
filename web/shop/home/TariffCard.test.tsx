import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import type { Page } from "#contract/page.ts";
import { toChf } from "#core/money/money.ts";
import common from "#locales/de/common.json" with { type: "json" };
import shop from "#locales/de/shop.json" with { type: "json" };
import { PageProvider } from "#web/app/page-context.tsx";
import type { Card } from "../products.ts";
import { TariffCard } from "./TariffCard.tsx";

const tariff = {
  kind: "mobile",
  group: "postpaid",
  code: "SMART60",
  name: "SMART 60",
  features: [
    { icon: "data", name: "60 GB" },
    { icon: "calls", name: "Unlimitiert telefonieren" },
  ],
  price: toChf(3990),
  oldPrice: null,
  after: null,
  oneTimeParts: [],
} as unknown as Card;

test("a tariff's card lists its features", () => {
  const html = renderToStaticMarkup(
    <PageProvider page={{ locale: "de" } as Page}>
      <IntlProvider locale="de" messages={{ common, shop }}>
        <TariffCard tariff={tariff} mostChosen={false} />
      </IntlProvider>
    </PageProvider>,
  );
  expect([...html.matchAll(/<\/svg>([^<]*)<\/li>/g)].map(([, name]) => name)).toEqual([
    "60 GB",
    "Unlimitiert telefonieren",
  ]);
});
