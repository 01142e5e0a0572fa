import type { BrowserCommand } from "vitest/node";
import type { Page } from "#contract/page.ts";
import { Shopper } from "../../support/shopper.ts";
import { walkTo, type Stored, type Walk } from "../../support/walk.ts";

/** Set by the global setup, which starts the shop. */
const shopUrl = () => `http://127.0.0.1:${process.env["KASSE_COMPONENT_PORT"]}`;

export type Seeded = { readonly stored: Stored; readonly page: Page };

/** Takes a new shopper to a step of the shop behind the component tests, and returns what the browser has there: storage, and the page's data. */
export const seedStep: BrowserCommand<[walk: Walk]> = async (_context, walk): Promise<Seeded> => {
  const stored = await walkTo(new Shopper(shopUrl()), walk);
  const html = await (
    await fetch(`${shopUrl()}${walk.locale === "de" ? "" : `/${walk.locale}`}/checkout/${walk.step}`)
  ).text();
  const json = /<script[^>]*id="kasse"[^>]*>([^<]*)</.exec(html)?.[1];
  if (json === undefined) throw new Error("The page of the checkout has no data");
  return { stored, page: JSON.parse(json) as Page };
};
