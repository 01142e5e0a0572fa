import { expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { startShop } from "#test/support/shop.ts";

/** Returns the text of a page. */
const visible = (html: string) => html.replace(/<[^>]*>/g, " ").replaceAll("\u00a0", " ");

test("a shop with real payments and other sandboxes shows it, and never claims that nothing is paid", async () => {
  const env = {
    PAYMENT_PROVIDER: "oppwa",
    OPPWA_URL: "https://oppwa.example.ch",
    OPPWA_ENTITY_ID: "1",
    OPPWA_TOKEN: "1",
  };
  const paid = await startShop({ jobs: true, env, bundle: await loadBundle() });
  try {
    const page = async (path: string) => (await fetch(paid.url + path)).text();
    const html = visible(await page("/"));
    expect(html).toContain("Zahlungen sind echt");
    expect(html).not.toContain("nichts wird wirklich");
    const policy = async (path: string) => (await fetch(paid.url + path)).headers.get("content-security-policy") ?? "";
    expect(await policy("/checkout/6")).toContain("script-src 'self' https://oppwa.example.ch ");
    expect(await policy("/")).not.toContain("oppwa");
  } finally {
    await paid.stop();
  }
});
