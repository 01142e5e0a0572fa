import { relative } from "node:path";
import type { BrowserCommand } from "vitest/node";
import type { Page } from "#contract/page.ts";
import { localePrefix } from "#core/text/locale.ts";
import { takeCore as takeOne } from "../../support/core.ts";
import { Shopper, type PaymentOutcome } from "../../support/shopper.ts";
import { walkTo, type Walk, type Walked } from "../../support/walk.ts";

/** Set by the global setup, which starts the shop. */
const shopUrl = () => `http://127.0.0.1:${process.env["KASSE_COMPONENT_PORT"]}`;

export type Seeded = { readonly stored: Walked; readonly page: Page };

/**
 * Takes a new shopper to a step of the shop behind the component tests, and returns the state of the browser there:
 * storage, and the page's data.
 */
export const seedStep: BrowserCommand<[walk: Walk]> = async (_context, walk): Promise<Seeded> => {
  const stored = await walkTo(new Shopper(shopUrl()), walk);
  return { stored, page: await pageAt(`${localePrefix(walk.locale)}/checkout/${walk.step}`) };
};

/** Returns the data of a page that the browser renders. */
export const readPage: BrowserCommand<[path: string]> = (_context, path) => pageAt(path);

async function pageAt(path: string): Promise<Page> {
  const html = await (await fetch(shopUrl() + path)).text();
  const json = /<script[^>]*id="kasse"[^>]*>([^<]*)</.exec(html)?.[1];
  if (json === undefined) throw new Error(`The page ${path} has no data`);
  return JSON.parse(json) as Page;
}

/** Holds a number as another shopper at step 4, or releases it with null. */
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

export type Media = {
  readonly forcedColors?: "active" | "none";
  readonly reducedMotion?: "reduce" | "no-preference";
};

/** Sets the system's preferences: colours, motion. */
export const emulateMedia: BrowserCommand<[media: Media]> = async ({ page }, media) => page.emulateMedia(media);

export type Drag = {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** 2 makes it the second click of a double click. */
  readonly clickCount?: number;
};

/** Presses the mouse at one point of the page and releases it at another. */
export const drag: BrowserCommand<[drag: Drag]> = async (context, { from, to, clickCount = 1 }) => {
  const { x, y } = (await (await (await context.frame()).frameElement()).boundingBox()) ?? { x: 0, y: 0 };
  const { mouse } = context.page;
  await mouse.move(x + from[0], y + from[1]);
  await mouse.down({ clickCount });
  await mouse.move(x + to[0], y + to[1]);
  await mouse.up({ clickCount });
};

/**
 * Presses a button on the sandbox provider's page, as a shopper does in another tab. Resolves to the path to which the
 * provider leads back.
 */
export const pressAtProvider: BrowserCommand<[paymentPage: string, outcome: PaymentOutcome]> = async (
  _context,
  ...press
) => {
  const { pathname, search } = await new Shopper(shopUrl()).returnFromProvider(...press);
  return pathname + search;
};

/** Gives back the core of the file that runs; files run one after another. */
let give: () => void = () => {};

/** Waits until the run has a core for the file that begins. */
export const takeCore: BrowserCommand<[]> = async ({ testPath = "" }) => {
  give();
  give = await takeOne({ suite: "component", file: relative(process.cwd(), testPath) });
};

/** Gives the file's core back. */
export const releaseCore: BrowserCommand<[]> = () => give();
