/**
 * Pages of the checkout in their order (specification 2). Every other list of pages is derived from this one, or is a
 * record with a row for each page, so that a new page makes the compiler name every place that has to know it.
 */
export const STEPS = ["1", "2", "3", "4", "4a", "5", "6", "7"] as const;
export type Step = (typeof STEPS)[number];

/** Where the payment provider sends shoppers back to: it has an address, but is not a step. */
export const RETURN_PAGE = "7p";

/** Every page with an address below `/checkout/`, in order. */
export const CHECKOUT_PAGES = [...STEPS, RETURN_PAGE] as const;
export type CheckoutPage = (typeof CHECKOUT_PAGES)[number];

/** The page-step stored when a page is left forwards (decisions 2); null for pages that are not left that way. */
export const PAGE_STEP_AFTER = {
  "1": "2",
  "2": "2",
  "3": "4",
  "4": "4a",
  "4a": "5",
  "5": "6",
  "6": null,
  "7": null,
} as const satisfies Record<Step, Step | null>;
export type LeavablePage = { [P in Step]: (typeof PAGE_STEP_AFTER)[P] extends null ? never : P }[Step];

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

/** A business customer's person and address come from the customer base, and nothing is paid (specification 6). */
export const OPEN_TO_BUSINESS: Readonly<Record<Step, boolean>> = {
  "1": true,
  "2": true,
  "3": true,
  "4": false,
  "4a": false,
  "5": true,
  "6": false,
  "7": true,
};

/** One rule a page, beside those for business customers. After the order every page but the last is closed. */
const ALLOWED: Readonly<Record<Step, (facts: CheckoutFacts) => boolean>> = {
  "1": (facts) => facts.priced && !facts.prepaidFlow,
  "2": (facts) => facts.priced && facts.sellable,
  "3": (facts) => ALLOWED["2"](facts),
  "4": (facts) => ALLOWED["3"](facts) && facts.customerKnown,
  "4a": (facts) => ALLOWED["4"](facts) && facts.solvent && facts.personValid,
  "5": (facts) =>
    facts.business ? ALLOWED["3"](facts) && facts.customerKnown : ALLOWED["4a"](facts) && facts.addressValid,
  "6": (facts) => ALLOWED["5"](facts) && facts.customerCreated && facts.dueNow && !facts.paid,
  "7": (facts) => facts.ordered,
};

export function isAllowed(page: Step, facts: CheckoutFacts): boolean {
  if (facts.ordered) return page === "7";
  return (OPEN_TO_BUSINESS[page] || !facts.business) && ALLOWED[page](facts);
}

/** Where a refused shopper is sent: the furthest page that is allowed, or null where none is. */
export function furthestStep(facts: CheckoutFacts): Step | null {
  return STEPS.findLast((page) => isAllowed(page, facts)) ?? null;
}

/** Whether an order may be made now: everything stated, and nothing left to pay. */
export function mayOrder(facts: CheckoutFacts): boolean {
  return isAllowed("5", facts) && facts.customerCreated && (!facts.dueNow || facts.business || facts.paid);
}

export function isStep(value: string): value is Step {
  return STEPS.some((page) => page === value);
}

/** A step as the shopper counts it. */
export type NumberedStep = { readonly page: Step; readonly number: number };
type FlowName = "general" | "prepaid";

/**
 * The number of each page in each flow, null where it is not counted: prepaid mobile leaves out step 1 and keeps the
 * number 5 of the last (specification 2).
 */
const NUMBERS: Readonly<Record<Step, Readonly<Record<FlowName, number | null>>>> = {
  "1": { general: 1, prepaid: null },
  "2": { general: null, prepaid: null },
  "3": { general: 2, prepaid: 1 },
  "4": { general: 3, prepaid: 2 },
  "4a": { general: 4, prepaid: 3 },
  "5": { general: 5, prepaid: 5 },
  "6": { general: null, prepaid: null },
  "7": { general: null, prepaid: null },
};

/** The steps that a flow counts, in order. */
export function stepsOf({ prepaidFlow }: { prepaidFlow: boolean }): readonly NumberedStep[] {
  return STEPS.flatMap((page) => {
    const number = NUMBERS[page][prepaidFlow ? "prepaid" : "general"];
    return number === null ? [] : [{ page, number }];
  });
}
