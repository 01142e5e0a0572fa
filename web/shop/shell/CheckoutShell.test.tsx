import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { expect, test } from "vitest";
import checkout from "#locales/de/checkout.json" with { type: "json" };
import { CHECKOUT_PAGES } from "#core/steps/steps.ts";
import { CheckoutShell } from "./CheckoutShell.tsx";

test.each(CHECKOUT_PAGES)("the outline of /checkout/%s ticks no step, because the server knows of none", (page) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="de" messages={{ checkout }}>
      <CheckoutShell page={page} />
    </IntlProvider>,
  );
  expect(html).toContain("aria-busy");
  expect(html).not.toContain('data-mark="done"');
});
