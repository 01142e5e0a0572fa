import { expect, type Locator, type Page } from "@playwright/test";
import { type FailureName, FAILURES, type When } from "#simulator/play/switches.ts";

/** Titles of the providers on the simulator's page, which tests use like a person, by roles and names. */
export const TITLES = {
  oppwa: "Payment: Open Payment Platform",
  receiver: "Orders: receiver of hand-overs",
  customers: "Customers: the operator's systems",
  twilio: "Texts: Twilio",
  smdp: "eSIM: SM-DP+",
} as const;
type Title = (typeof TITLES)[keyof typeof TITLES];

const LABELS: Readonly<Record<When, string>> = { off: "Off", once: "Once", always: "Until switched off" };

/** Returns the part of the page about one provider. */
export const partOf = (page: Page, title: Title): Locator => page.getByRole("region", { name: title, exact: true });

/** Switches a failure mode, and waits until the simulator has applied it. */
export async function fail(page: Page, title: Title, failure: FailureName, when: When): Promise<void> {
  const { title: name } = FAILURES[failure];
  const group = partOf(page, title).getByRole("group", { name, exact: true });
  await group.getByRole("radio", { name: LABELS[when], exact: true }).check();
  await expect(page.getByRole("status")).toHaveText(`${title}: ${name}, ${LABELS[when].toLowerCase()}.`);
}

/** Ends all failures of a provider. */
export async function repair(page: Page, title: Title): Promise<void> {
  await partOf(page, title).getByRole("button", { name: "All of this works again" }).click();
  await expect(page.getByRole("status")).toHaveText(`${title}: everything works again.`);
}

/** Returns the rows of a provider's stored or received data, under a heading on the page. */
export const rowsOf = (page: Page, title: Title, what: string): Locator =>
  partOf(page, title)
    .getByRole("group", { name: `${title}: ${what}`, exact: true })
    .getByRole("row");
