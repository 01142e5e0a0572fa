import type { BoardPeriod } from "../../core/desk/board.ts";
import type { FigureSource } from "../../core/desk/figures.ts";
import type { FunnelStep } from "../../core/desk/funnel.ts";
import type { Product, ProductFamily } from "../../core/desk/product.ts";
import type { Step } from "../../core/steps.ts";
import type { Chf } from "../../core/money.ts";
import type { PaymentState } from "../../core/payment-states.ts";

/** A moment as text, ISO 8601. */
type At = string;

/** What was sold. Orders that were cancelled since are counted separately, and their amounts are not in the sums. */
export type Sold = {
  /** All orders, including those that were cancelled since. */
  readonly orders: number;
  readonly cancelled: number;
  readonly monthly: Chf;
  readonly oneTime: Chf;
  readonly now: Chf;
};
/** A part of the period: an hour of a day, a day of anything longer. */
type Slot = { readonly from: At; readonly until: At };
export type SoldSlot = Slot &
  Sold & {
    /** Orders in the same part of the period before; null if it has no such part, such as an hour that the clock skipped. */
    readonly before: number | null;
    /** It has not ended yet. */
    readonly running: boolean;
  };
/** A product with its name; its code if it is not in the catalogue any more. */
export type NamedProduct = Product & { readonly name: string };

/** In seconds; null without an order that was handed over. */
export type BoardLag = {
  readonly median: number | null;
  /** The 95th percentile. */
  readonly high: number | null;
  /** Orders that wait to be handed over. */
  readonly waiting: number;
};
export type OpenPayment = {
  /** The order that it is for, if that was released; null for any other. */
  readonly order: string | null;
  readonly product: string;
  readonly amount: Chf;
  readonly provider: string;
  readonly method: string | null;
  readonly since: At;
  /** `paid`: the money has arrived and the shopper has not come back. Kasse places the order by itself. */
  readonly state: "open" | "paid";
  readonly expiresAt: At;
};
export type BoardError = {
  /** Names of the shop's contract. A row may come from another version with other names. */
  readonly call: string;
  /** The step whose form the call sends; null for any other. */
  readonly step: Step | null;
  /** The rule: a failure, or a refusal that an answer tells without one (`RefusalRule`). */
  readonly failure: string;
  /** As in `Refused`. */
  readonly said: string | null;
  /** Null for a refusal of no field. */
  readonly field: string | null;
  readonly locale: string;
  readonly times: number;
  /** Checkouts that met it, however often. */
  readonly checkouts: number;
};

/** The figures of a period. No person is in them. */
export type Board = Slot & {
  readonly period: BoardPeriod;
  /** The last day, as `YYYY-MM-DD`. */
  readonly day: string;
  readonly family: ProductFamily | null;
  /** Hours of the period whose figures are not known: not computed yet, or of records that were purged before. */
  readonly unknownHours: Readonly<Record<FigureSource, number>>;
  /** `before`: orders of the period before, up to the same time of day. */
  readonly sold: Sold & { readonly before: number };
  readonly conversion: {
    readonly chosen: number;
    readonly ordered: number;
    readonly share: number | null;
  };
  readonly held: { readonly count: number; readonly oldest: At | null };
  readonly lag: BoardLag & { readonly targetSeconds: number };
  readonly openPayments: {
    readonly count: number;
    readonly paid: number;
    readonly amount: Chf;
    /** The oldest of them. */
    readonly oldest: readonly OpenPayment[];
  };
  /** `lost`: the share of those who reached the step before and not this one; null for the first. */
  readonly funnel: readonly { readonly step: FunnelStep; readonly reached: number; readonly lost: number | null }[];
  readonly funnelOf: readonly (NamedProduct & { readonly reached: Readonly<Record<FunnelStep, number>> })[];
  readonly sales: readonly SoldSlot[];
  readonly salesOf: readonly (NamedProduct & Sold)[];
  readonly lags: readonly (Slot & BoardLag)[];
  readonly payments: readonly {
    readonly state: PaymentState;
    readonly provider: string;
    readonly method: string | null;
    readonly count: number;
    readonly amount: Chf;
  }[];
  readonly codes: { readonly sent: number; readonly used: number; readonly expired: number };
  readonly messages: readonly { readonly channel: string; readonly about: string; readonly count: number }[];
  /** The most frequent, by the checkouts that met them. */
  readonly errors: readonly BoardError[];
  readonly stock: readonly {
    readonly article: string;
    readonly name: string;
    readonly onHand: number;
    readonly held: number;
    /** In the last 7 days, less returns. */
    readonly sold: number;
    /** How long the free pieces last at this pace; null if nothing is sold. */
    readonly daysLeft: number | null;
  }[];
};

/** A file to download. */
export type CsvFile = { readonly name: string; readonly csv: string };
