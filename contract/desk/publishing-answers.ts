import * as v from "valibot";
import { At, Chf, list } from "../schemas/fields.ts";
import { AtOrNull, NumberOrNull, TextOrNull } from "./fields.ts";
import { Asker } from "./order-answers.ts";

/**
 * The content being edited, in parts: the catalogue in its files as an operator writes them (`docs/catalogue.md`), or
 * the texts of the brand. A draft may contain errors.
 */
const Contents = v.record(v.string(), v.unknown());
export type Contents = v.InferOutput<typeof Contents>;
/** The JSON Schema of each part. */
export const ContentSchemas = v.record(
  v.string(),
  v.custom<object>((value) => typeof value === "object" && value !== null),
);

/** An error in contents. `values`: the parameters of the message about its `kind`. */
const ContentProblem = v.object({
  file: v.string(),
  path: list(v.union([v.string(), v.number()])),
  /** The code of the catalogue entry, if there is one. */
  entry: TextOrNull,
  kind: v.string(),
  values: v.record(v.string(), v.union([v.string(), v.number()])),
  /** The message in English, for a page that does not have this `kind`. */
  problem: v.string(),
});
export type ContentProblem = v.InferOutput<typeof ContentProblem>;

/** An amount that changes for shoppers; null where the product or the amount does not exist. */
const MoneyChange = v.object({
  code: v.string(),
  name: v.string(),
  /** The term in months, if the product has several. */
  term: NumberOrNull,
  amount: v.picklist(["price", "oldPrice", "priceNow", "oneTime", "after", "whole"]),
  old: v.nullable(Chf),
  new: v.nullable(Chf),
  /**
   * When the change takes effect, if that is later than the time of the comparison, because a price period begins or
   * ends then.
   */
  from: AtOrNull,
});
export type MoneyChange = v.InferOutput<typeof MoneyChange>;
/** A changed entry of the catalogue (`EntryChange` in core). Amounts are texts in CHF. */
const EntryChange = v.object({
  kind: v.picklist(["added", "removed", "changed"]),
  what: v.string(),
  code: v.string(),
  name: v.string(),
  fields: list(v.object({ field: v.string(), old: TextOrNull, new: TextOrNull })),
});
/** How contents differ from what is live at a time: in amounts, and in everything else. */
export const Changes = v.object({
  at: At,
  against: v.number(),
  money: list(MoneyChange),
  entries: list(EntryChange),
});
export type Changes = v.InferOutput<typeof Changes>;

const DraftHead = v.object({
  id: v.string(),
  name: v.string(),
  baseVersion: v.number(),
  revision: v.number(),
  changedBy: v.string(),
  changedAt: At,
});
export type DraftHead = v.InferOutput<typeof DraftHead>;
/** A draft. `changes`: null if it contains errors. */
export const Draft = v.object({
  ...DraftHead.entries,
  content: Contents,
  problems: list(ContentProblem),
  changes: v.nullable(Changes),
});
export type Draft = v.InferOutput<typeof Draft>;
export const Version = v.object({ version: v.number(), content: Contents });

/** A version that was submitted. `from`: when it should go live; null for as soon as it is confirmed. */
const ActivationRequest = v.object({
  id: v.string(),
  version: v.number(),
  from: AtOrNull,
  reason: v.string(),
  by: v.string(),
  at: At,
  /** Whether the caller submitted it, because only another person can confirm it. */
  asker: Asker,
});
export type ActivationRequest = v.InferOutput<typeof ActivationRequest>;

/** An activation. `prices`: when its prices change without another activation. */
const Activation = v.object({
  id: v.number(),
  version: v.number(),
  from: At,
  by: v.string(),
  orderedAt: At,
  cancelledBy: TextOrNull,
  prices: list(At),
});
export type Activation = v.InferOutput<typeof Activation>;

/** The live, planned and past versions of the catalogue or the texts, with drafts and requests. */
export const Published = v.object({
  onSale: v.nullable(Activation),
  /** Activations that have not started, the next one first. */
  planned: list(Activation),
  /** Earlier activations, the latest one first. */
  past: list(Activation),
  /** The version that a rollback would publish again. */
  before: NumberOrNull,
  drafts: list(DraftHead),
  requests: list(ActivationRequest),
});
export type Published = v.InferOutput<typeof Published>;

/** An article whose stock is counted. */
const ArticleStock = v.object({ article: v.string(), name: TextOrNull, onHand: v.number(), held: v.number() });
export type ArticleStock = v.InferOutput<typeof ArticleStock>;
/** A movement of an article's stock. `level`: the pieces in stock afterwards. */
const StockMovement = v.object({
  at: At,
  kind: v.picklist(["opening", "received", "counted", "sold", "returned", "corrected"]),
  pieces: v.number(),
  level: v.number(),
  order: TextOrNull,
  by: v.string(),
  reason: TextOrNull,
});
export type StockMovement = v.InferOutput<typeof StockMovement>;
export const Stock = v.object({ articles: list(ArticleStock) });
export const StockLedger = v.object({ article: ArticleStock, movements: list(StockMovement) });
