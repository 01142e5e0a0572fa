import type { Step } from "#core/steps/steps.ts";

/**
 * The steps of the funnel, with the checkout pages that belong to each. The summary belongs to the account step,
 * because it leads there.
 */
export const FUNNEL = {
  chosen: [],
  configure: ["1"],
  account: ["2", "3"],
  person: ["4"],
  address: ["4a"],
  identity: ["5"],
  payment: ["6"],
  ordered: ["7"],
} as const satisfies Record<string, readonly Step[]>;
export type FunnelStep = keyof typeof FUNNEL;
export const FUNNEL_STEPS = Object.keys(FUNNEL) as readonly FunnelStep[];

/**
 * Returns the checkout step that gives a funnel step its name; null for the first and the last one, which are not
 * checkout steps.
 */
export function pageOf(step: FunnelStep): Step | null {
  return step === "ordered" ? null : (FUNNEL[step].at(-1) ?? null);
}

/** What shows how far a checkout has come: the pages that were entered, and what is stored. */
export type CheckoutTraces = {
  /** Pages that were entered, in any order. */
  readonly entered: readonly string[];
  readonly account: boolean;
  /** How much of the form is stored. */
  readonly form: "person" | "address" | "all" | null;
  readonly customer: boolean;
  readonly payment: boolean;
  readonly order: boolean;
};

const STORED: Readonly<Record<Exclude<FunnelStep, "chosen" | "configure">, (traces: CheckoutTraces) => boolean>> = {
  account: ({ account }) => account,
  person: ({ form }) => form !== null,
  address: ({ form }) => form === "address" || form === "all",
  identity: ({ customer }) => customer,
  payment: ({ payment }) => payment,
  ordered: ({ order }) => order,
};

/**
 * Returns the furthest step that a checkout has reached. Reaching a step counts as reaching all earlier ones, even
 * those that a purchase skips (step 1 with prepaid, the payment if nothing is due), so that the funnel never widens.
 */
export function reachedStep(traces: CheckoutTraces): FunnelStep {
  const hasReached = (step: FunnelStep) =>
    FUNNEL[step].some((page) => traces.entered.includes(page)) ||
    (step !== "chosen" && step !== "configure" && STORED[step](traces));
  return FUNNEL_STEPS.findLast(hasReached) ?? "chosen";
}

/** Returns how many checkouts reached each step, computed from how many stopped at each. */
export function reachedFrom(furthest: (step: FunnelStep) => number): Readonly<Record<FunnelStep, number>> {
  const entries = FUNNEL_STEPS.map((step, index) => {
    const later = FUNNEL_STEPS.slice(index);
    return [step, later.reduce((sum, each) => sum + furthest(each), 0)] as const;
  });
  return Object.fromEntries(entries) as Record<FunnelStep, number>;
}

/** Returns a part as a share of the whole, from 0 to 1; null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
