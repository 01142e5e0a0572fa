/**
 * The steps of the checkout in order (specification 2). Every other list of steps is derived from this one or has a row
 * for each step, so that for a new step the compiler finds every place to change.
 */
export const STEPS = ["1", "2", "3", "4", "4a", "5", "6", "7"] as const;
export type Step = (typeof STEPS)[number];

/** The page to which the payment provider sends shoppers back. It has a path but is not a step. */
export const RETURN_PAGE = "7p";

/** Every page below `/checkout/`, in order. */
export const CHECKOUT_PAGES = [...STEPS, RETURN_PAGE] as const;
export type CheckoutPage = (typeof CHECKOUT_PAGES)[number];

/**
 * The page-step that is stored when a step is left forwards (decisions 2); null for steps that cannot be left that way.
 */
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

/** The facts that decide which steps are allowed. They are recomputed from stored data on every call (decisions 4). */
export type CheckoutFacts = {
  /** Whether it is a prepaid mobile tariff, for which step 1 is omitted. */
  prepaidFlow: boolean;
  /** Whether the catalogue still has everything in the record and can price it. */
  priced: boolean;
  /** Whether the configuration is complete and in stock. */
  sellable: boolean;
  /** Whether the goods are out of stock. */
  soldOut: boolean;
  /** Whether the customer has a valid token or registered in this checkout. */
  customerKnown: boolean;
  business: boolean;
  /**
   * False for an existing customer who may not buy on account: the order will be put on hold for a person to decide.
   */
  solvent: boolean;
  personValid: boolean;
  addressValid: boolean;
  customerCreated: boolean;
  /**
   * Whether something has to be paid at the checkout. False for an order that will be put on hold, because such a
   * customer does not pay yet.
   */
  dueNow: boolean;
  /** Whether a payment for this record is confirmed. */
  paid: boolean;
  ordered: boolean;
  /** Whether the order was on hold, has been released by a person, and now waits for its payment. */
  awaitingPayment: boolean;
};

/**
 * The steps that business customers see. They skip person, address and payment, because their data comes from the
 * customer base (specification 6).
 */
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

/**
 * The rule of each step. In addition, `OPEN_TO_BUSINESS` applies, and `isAllowed` opens step 7 once there is an order,
 * and step 6 for the payment of a released order.
 */
const ALLOWED: Readonly<Record<Step, (facts: CheckoutFacts) => boolean>> = {
  "1": (facts) => facts.priced && !facts.prepaidFlow,
  "2": (facts) => facts.priced && facts.sellable,
  "3": (facts) => ALLOWED["2"](facts),
  "4": (facts) => ALLOWED["3"](facts) && facts.customerKnown,
  "4a": (facts) => ALLOWED["4"](facts) && facts.personValid,
  "5": (facts) =>
    facts.business ? ALLOWED["3"](facts) && facts.customerKnown : ALLOWED["4a"](facts) && facts.addressValid,
  "6": (facts) => ALLOWED["5"](facts) && facts.customerCreated && facts.dueNow && !facts.paid,
  "7": () => true,
};

/** Returns whether the facts allow a step. The last step only opens after the order, when all others are closed. */
export function isAllowed(page: Step, facts: CheckoutFacts): boolean {
  if (facts.ordered && page === "6") return facts.awaitingPayment;
  if (facts.ordered !== (page === "7")) return false;
  return (OPEN_TO_BUSINESS[page] || !facts.business) && ALLOWED[page](facts);
}

/** Returns the step to which a refused shopper is sent: the furthest allowed one; null if no step is allowed. */
export function furthestStep(facts: CheckoutFacts): Step | null {
  return STEPS.findLast((page) => isAllowed(page, facts)) ?? null;
}

/** Why a shopper is sent back, if not to complete an earlier step: the goods are sold out or no longer sold. */
export function closedBy(facts: CheckoutFacts): "noStock" | "notSold" | null {
  const furthest = furthestStep(facts);
  if (furthest !== null && furthest !== "1") return null;
  if (facts.soldOut) return "noStock";
  return furthest === null ? "notSold" : null;
}

/** Returns whether the order may be created now: all data is complete, and nothing is left to pay. */
export function mayOrder(facts: CheckoutFacts): boolean {
  return isAllowed("5", facts) && facts.customerCreated && (!facts.dueNow || facts.business || facts.paid);
}

export function isStep(value: string): value is Step {
  return STEPS.some((page) => page === value);
}

/** Where a checkout begins: its first page, and the page-step that the browser stores (decisions 2). */
export type FirstStep = { readonly page: Step; readonly pageStep: Step };

/** Prepaid mobile has nothing to configure, so it begins at the account. */
export function firstStep({ prepaidFlow }: { prepaidFlow: boolean }): FirstStep {
  return prepaidFlow ? { page: "3", pageStep: "2" } : { page: "1", pageStep: "1" };
}

/** Returns whether a checkout omits step 1: prepaid mobile (decisions 2). */
export function isPrepaidFlow({ type, postpaid }: { readonly type: string; readonly postpaid: boolean }): boolean {
  return !postpaid && !isTv(type);
}

/** The types of records that are for television. */
export const TV_TYPES: readonly string[] = ["TV Tariff", "Tv Device"];

/** Returns whether a record of this type is for television. */
export function isTv(type: string): boolean {
  return TV_TYPES.includes(type);
}

/** A step as the shopper counts it. */
export type NumberedStep = { readonly page: Step; readonly number: number };
type FlowName = "general" | "prepaid";

/**
 * The number of each step in each flow; null if the step is not numbered. Prepaid mobile omits step 1, but the document
 * step keeps the number 5 (specification 2).
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

/**
 * Returns the number that the desk shows for a step, which is that of the general flow; null if the step is not
 * numbered.
 */
export const stepNumber = (page: Step): number | null => NUMBERS[page].general;

/** Returns the numbered steps of a flow, in order. */
export function stepsOf({ prepaidFlow }: { prepaidFlow: boolean }): readonly NumberedStep[] {
  return STEPS.flatMap((page) => {
    const number = NUMBERS[page][prepaidFlow ? "prepaid" : "general"];
    return number === null ? [] : [{ page, number }];
  });
}
