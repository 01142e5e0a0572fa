import { expect, test } from "vitest";
import type { Page as ServerPage } from "#server/pages/page.ts";
import type { Page as WebPage } from "#web/site/page.ts";

/** The compiler refuses this file when what the server writes into a page is no longer what the browser reads. */
const asRead = (written: ServerPage): WebPage => written;

test("what the server writes into a page is what the browser reads", () => {
  const page: ServerPage = {
    locale: "de",
    brand: { name: "A", phone: "1", phoneHref: "tel:1", email: "a@b.ch", legal: [] },
    sandbox: "payment",
    summaryStep: "skip",
    data: { kind: "checkout" },
  };
  expect(asRead(page)).toEqual(page);
});
