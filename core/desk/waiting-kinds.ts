import type { DeskOrderAction } from "./order-actions.ts";
import type { DeskPermit } from "./roles.ts";

/** The next step: an action on the order, a page of the desk, or a retry if there is no order. */
export type WaitingNext =
  | { readonly act: DeskOrderAction }
  | { readonly page: "order" | "stock" | "catalogue" | "texts" }
  | { readonly retry: true };

type WaitingRow = {
  /** The permit that is needed to deal with it. */
  readonly permit: DeskPermit;
  readonly next: WaitingNext;
  /** The alert that fires if too many wait, or for too long (deploy/prometheus). */
  readonly alert: string;
};

/** The kinds of items that wait for a person, in the order in which the page lists them. */
export const WAITING = {
  held: { permit: "decideOrders", next: { act: "release" }, alert: "KasseOrdersOnHold" },
  refundToConfirm: { permit: "confirmRefund", next: { act: "confirmRefund" }, alert: "KasseRefundToConfirm" },
  unsettled: { permit: "refund", next: { retry: true }, alert: "KassePaymentUnsettled" },
  refundFailed: { permit: "refund", next: { act: "retryRefund" }, alert: "KasseRefundsGivenUp" },
  esimFailed: { permit: "decideOrders", next: { act: "retryEsim" }, alert: "KasseEsimAlarm" },
  jobGivenUp: { permit: "decideOrders", next: { page: "order" }, alert: "KasseJobsGivenUp" },
  unpaid: { permit: "seeOrders", next: { page: "order" }, alert: "KasseUnpaidLate" },
  activationToConfirm: {
    permit: "activateCatalogue",
    next: { page: "catalogue" },
    alert: "KasseActivationToConfirm",
  },
  stockHeld: { permit: "seeOrders", next: { page: "stock" }, alert: "KasseStockHeld" },
} as const satisfies Record<string, WaitingRow>;
export type WaitingKind = keyof typeof WAITING;
export const WAITING_KINDS = Object.keys(WAITING) as readonly WaitingKind[];

/** For jobs about an order: the order action that repeats the job's work. */
const ACTION_OF_JOB: Readonly<Record<string, DeskOrderAction>> = {
  "hand-over-order": "resend",
  "mail-order": "mail",
  "order-esim": "retryEsim",
};
/** The kinds that can be retried from the list, because there may be no order to act on. */
const RETRIED_KINDS = ["unsettled", "refundFailed", "jobGivenUp"] as const satisfies readonly WaitingKind[];
export type RetriedKind = (typeof RETRIED_KINDS)[number];
export const isRetried = (kind: WaitingKind): kind is RetriedKind => RETRIED_KINDS.some((each) => each === kind);

/** Returns the next step for a waiting item. `about`: the name of a job, or what an activation will publish. */
export function nextOf(
  kind: WaitingKind,
  { order, about }: { readonly order: string | null; readonly about: string },
): WaitingNext {
  const { next } = WAITING[kind];
  if (kind === "activationToConfirm" && about.startsWith("texts ")) return { page: "texts" };
  if (order === null) return isRetried(kind) ? { retry: true } : next;
  const act = kind === "jobGivenUp" ? ACTION_OF_JOB[about] : undefined;
  return act ? { act } : next;
}
