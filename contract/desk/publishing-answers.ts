import type { EntryChange } from "../../core/catalogue-diff.ts";
import type { Asker } from "../../core/desk/acts.ts";
import type { Chf } from "../../core/money.ts";

/** A moment as text, ISO 8601. */
type At = string;

/**
 * What is edited, in parts: the catalogue in its files as an operator writes them (`docs/catalogue.md`), or the texts of the brand. A draft may
 * have mistakes.
 */
export type Contents = Readonly<Record<string, unknown>>;

/** A mistake in contents. `values`: the parameters of the message about its `kind`. */
export type ContentProblem = {
  readonly file: string;
  readonly path: readonly (string | number)[];
  /** The code of the entry, if there is one. */
  readonly entry: string | null;
  readonly kind: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** The message in English, for a kind that a page does not know. */
  readonly problem: string;
};

/** An amount that changes for shoppers, in CHF; null where the product or the amount does not exist. */
export type MoneyChange = {
  readonly code: string;
  readonly name: string;
  /** For how many months, where the product has several terms. */
  readonly term: number | null;
  readonly amount: "price" | "oldPrice" | "priceNow" | "oneTime" | "after" | "whole";
  readonly old: Chf | null;
  readonly new: Chf | null;
  /** From when on, if that is later than the moment of the comparison: a price begins or ends by itself. */
  readonly from: At | null;
};
/** How contents differ from what is live at a time: in money, and in everything else. */
export type Changes = {
  readonly at: At;
  readonly against: number;
  readonly money: readonly MoneyChange[];
  readonly entries: readonly EntryChange[];
};

export type DraftHead = {
  readonly id: string;
  readonly name: string;
  readonly baseVersion: number;
  readonly revision: number;
  readonly changedBy: string;
  readonly changedAt: At;
};
/** A draft. `changes`: null while it has problems. */
export type Draft = DraftHead & {
  readonly content: Contents;
  readonly problems: readonly ContentProblem[];
  readonly changes: Changes | null;
};

/** A version that was submitted. `from`: null for as soon as it is confirmed. */
export type ActivationRequest = {
  readonly id: string;
  readonly version: number;
  readonly from: At | null;
  readonly reason: string;
  readonly by: string;
  readonly at: At;
  /** Who submitted it, compared with the person who is logged in: only somebody else can confirm it. */
  readonly asker: Asker;
};

/** An activation. `prices`: when its prices change by themselves. */
export type Activation = {
  readonly id: number;
  readonly version: number;
  readonly from: At;
  readonly by: string;
  readonly orderedAt: At;
  readonly cancelledBy: string | null;
  readonly prices: readonly At[];
};

/** The live, planned and past versions of the catalogue or the texts, with drafts and requests. */
export type Published = {
  readonly onSale: Activation | null;
  /** Those that have not begun, the next first. */
  readonly planned: readonly Activation[];
  /** Earlier ones, the latest first. */
  readonly past: readonly Activation[];
  /** The version that a rollback would publish again. */
  readonly before: number | null;
  readonly drafts: readonly DraftHead[];
  readonly requests: readonly ActivationRequest[];
};

/** An article that is counted. */
export type ArticleStock = {
  readonly article: string;
  readonly name: string | null;
  readonly onHand: number;
  readonly held: number;
};
/** A movement of an article's stock. `level`: the pieces in stock after it. */
export type StockMovement = {
  readonly at: At;
  readonly kind: "opening" | "received" | "counted" | "sold" | "returned" | "corrected";
  readonly pieces: number;
  readonly level: number;
  readonly order: string | null;
  readonly by: string;
  readonly reason: string | null;
};
