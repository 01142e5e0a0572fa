import type { Locator, Page } from "@playwright/test";
import { expect } from "./expect.ts";
import { type FailureName, FAILURES, type When } from "#simulator/play/switches.ts";
import { test as base } from "./simulator.ts";

/** Titles of the providers on the simulator's page, which tests use like a person, by roles and names. */
export const TITLES = {
  receiver: "Orders: receiver of hand-overs",
  customers: "Customers: the operator's systems",
  twilio: "Texts: Twilio",
  smdp: "eSIM: SM-DP+",
} as const;

const LABELS: Readonly<Record<When, string>> = { off: "Off", once: "Once", always: "Until switched off" };

/** Returns the part of the page about one provider. */
export const partOf = (page: Page, title: string): Locator => page.getByRole("region", { name: title, exact: true });

/**
 * Switches a failure mode, and waits until the simulator has applied it.
 *
 * @public for extensions
 */
export async function fail(page: Page, title: string, failure: FailureName, when: When): Promise<void> {
  const { title: name } = FAILURES[failure];
  const group = partOf(page, title).getByRole("group", { name, exact: true });
  await group.getByRole("radio", { name: LABELS[when], exact: true }).check();
  await expect(page.getByRole("status")).toHaveText(`${title}: ${name}, ${LABELS[when].toLowerCase()}.`);
}

/** Ends all failures of a provider. */
export async function repair(page: Page, title: string): Promise<void> {
  await partOf(page, title).getByRole("button", { name: "All of this works again" }).click();
  await expect(page.getByRole("status")).toHaveText(`${title}: everything works again.`);
}

/** Returns the rows of a provider's stored or received data, under a heading on the page. */
export const rowsOf = (page: Page, title: string, what: string): Locator =>
  partOf(page, title)
    .getByRole("group", { name: `${title}: ${what}`, exact: true })
    .getByRole("row");

/** `test` with the simulator's page in another tab. */
export const test = base.extend<{ readonly desk: Page }>({
  desk: async ({ context, simulator }, use) => {
    const desk = await context.newPage();
    await desk.goto(simulator.url);
    await expect(desk.getByRole("heading", { name: TITLES.smdp })).toBeVisible();
    await use(desk);
    await desk.getByRole("button", { name: "Everything works again", exact: true }).click();
    await expect(desk.getByRole("status")).toHaveText("Everything works again, everywhere.");
  },
});
