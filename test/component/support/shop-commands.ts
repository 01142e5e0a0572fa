import type { BrowserCommand } from "vitest/node";
import type { Page } from "#contract/page.ts";
import { localePrefix } from "#core/locale.ts";
import { Shopper } from "../../support/shopper.ts";
import { walkTo, type Stored, type Walk } from "../../support/walk.ts";

/** Set by the global setup, which starts the shop. */
const shopUrl = () => `http://127.0.0.1:${process.env["KASSE_COMPONENT_PORT"]}`;

export type Seeded = { readonly stored: Stored; readonly page: Page };

/** Takes a new shopper to a step of the shop behind the component tests, and returns what the browser has there: storage, and the page's data. */
export const seedStep: BrowserCommand<[walk: Walk]> = async (_context, walk): Promise<Seeded> => {
  const stored = await walkTo(new Shopper(shopUrl()), walk);
  return { stored, page: await pageAt(`${localePrefix(walk.locale)}/checkout/${walk.step}`) };
};

/** The data of a page that the browser renders. */
export const readPage: BrowserCommand<[path: string]> = (_context, path) => pageAt(path);

async function pageAt(path: string): Promise<Page> {
  const html = await (await fetch(shopUrl() + path)).text();
  const json = /<script[^>]*id="kasse"[^>]*>([^<]*)</.exec(html)?.[1];
  if (json === undefined) throw new Error(`The page ${path} has no data`);
  return JSON.parse(json) as Page;
}

/** Another shopper, who is at step 4, holds a number, or with null lets it go. */
export const holdElsewhere: BrowserCommand<[msisdn: string | null]> = async (_context, msisdn) => {
  other ??= await shopperAtPerson();
  const { status } = await other.call("holdNumber", { msisdn });
  if (status !== 200) throw new Error(`hold-number answered ${status}`);
};

let other: Shopper | null = null;

async function shopperAtPerson(): Promise<Shopper> {
  const shopper = new Shopper(shopUrl());
  const email = `component-other-${Date.now()}@example.ch`;
  await walkTo(shopper, { step: "4", path: "/mobile/SMART30", locale: "de", email });
  return shopper;
}
