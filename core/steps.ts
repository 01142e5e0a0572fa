/** Pages of the checkout in their order (specification 2). */
export const PAGES = ["1", "2", "3", "4", "4a", "5", "6", "7"] as const;
export type Page = (typeof PAGES)[number];

/** The page-step stored when a page is left forwards (decisions 2). Pages 6 and 7 are not left that way. */
export const PAGE_STEP_AFTER = {
  "1": "2",
  "2": "2",
  "3": "4",
  "4": "4a",
  "4a": "5",
  "5": "6",
} as const satisfies Partial<Record<Page, Page>>;

/** What a page permits is decided from these facts alone; all are recomputed from what is stored (decisions 4). */
export type CheckoutFacts = {
  /** A prepaid mobile tariff: step 1 is left out. */
  prepaidFlow: boolean;
  /** The catalogue still has it and prices it. */
  priced: boolean;
  /** Its configuration is complete, and it is in stock. */
  sellable: boolean;
  /** A valid token, or registered in this checkout. */
  customerKnown: boolean;
  business: boolean;
  /** False for an existing customer who must not buy on account here. */
  solvent: boolean;
  personValid: boolean;
  addressValid: boolean;
  customerCreated: boolean;
  /** Something is to be paid at the checkout. */
  dueNow: boolean;
  /** A payment for what is ordered is confirmed. */
  paid: boolean;
  ordered: boolean;
};

/** One rule a page. After the order every page but the last is closed. */
const ALLOWED: Readonly<Record<Page, (facts: CheckoutFacts) => boolean>> = {
  "1": (facts) => facts.priced && !facts.prepaidFlow,
  "2": (facts) => facts.priced && facts.sellable,
  "3": (facts) => ALLOWED["2"](facts),
  "4": (facts) => ALLOWED["3"](facts) && facts.customerKnown && !facts.business,
  "4a": (facts) => ALLOWED["4"](facts) && facts.solvent && facts.personValid,
  "5": (facts) =>
    facts.business ? ALLOWED["3"](facts) && facts.customerKnown : ALLOWED["4a"](facts) && facts.addressValid,
  "6": (facts) => ALLOWED["5"](facts) && facts.customerCreated && facts.dueNow && !facts.paid && !facts.business,
  "7": (facts) => facts.ordered,
};

export function isAllowed(page: Page, facts: CheckoutFacts): boolean {
  return facts.ordered ? page === "7" : ALLOWED[page](facts);
}

/** Where a refused shopper is sent: the furthest page that is allowed, or null where none is. */
export function furthestPage(facts: CheckoutFacts): Page | null {
  return PAGES.findLast((page) => isAllowed(page, facts)) ?? null;
}

/** Whether an order may be made now: everything stated, and nothing left to pay. */
export function mayOrder(facts: CheckoutFacts): boolean {
  return isAllowed("5", facts) && facts.customerCreated && (!facts.dueNow || facts.business || facts.paid);
}

export function isPage(value: string): value is Page {
  return PAGES.some((page) => page === value);
}

/** A step as the shopper counts them: prepaid mobile leaves out step 1 and keeps the title 5 of the last (specification 2). */
export type NumberedStep = { readonly page: Page; readonly number: number };
const GENERAL_FLOW: readonly NumberedStep[] = [
  { page: "1", number: 1 },
  { page: "3", number: 2 },
  { page: "4", number: 3 },
  { page: "4a", number: 4 },
  { page: "5", number: 5 },
];
const PREPAID_FLOW: readonly NumberedStep[] = [
  { page: "3", number: 1 },
  { page: "4", number: 2 },
  { page: "4a", number: 3 },
  { page: "5", number: 5 },
];

export function stepsOf(flow: { prepaidFlow: boolean }): readonly NumberedStep[] {
  return flow.prepaidFlow ? PREPAID_FLOW : GENERAL_FLOW;
}
