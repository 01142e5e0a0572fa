import * as v from "valibot";
import { isStorable } from "../../core/text/storable.ts";
import { At, list } from "../schemas/fields.ts";
import { TextOrNull } from "./fields.ts";
import { Asker } from "./order-answers.ts";

/** The pages of extensions. `waiting`: how many acts wait there for a decision that the caller may make. */
export const Sections = v.object({
  sections: list(v.object({ name: v.string(), title: v.string(), waiting: v.number() })),
});

/** A text, a number, an amount in CHF, or a time in ISO 8601, as its column says; null for nothing. */
const Cell = v.nullable(v.union([v.string(), v.number()]));

const FieldKind = v.picklist(["text", "number", "amount", "day", "choice"]);

const ActField = v.object({
  name: v.string(),
  kind: FieldKind,
  label: v.string(),
  hint: TextOrNull,
  required: v.boolean(),
  /** The values of a choice; empty for any other kind. */
  options: list(v.object({ value: v.string(), label: v.string() })),
});
export type ActField = v.InferOutput<typeof ActField>;

const Act = v.object({
  name: v.string(),
  of: v.picklist(["row", "page"]),
  title: v.string(),
  text: v.string(),
  danger: v.boolean(),
  /** Another person has to confirm it. */
  second: v.boolean(),
  fields: list(ActField),
});
export type SectionAct = v.InferOutput<typeof Act>;

const Row = v.object({ id: v.string(), cells: v.record(v.string(), Cell), acts: list(v.string()) });
export type SectionRow = v.InferOutput<typeof Row>;

const Column = v.object({
  key: v.string(),
  title: v.string(),
  kind: v.picklist(["text", "number", "amount", "time"]),
});
export type SectionColumn = v.InferOutput<typeof Column>;

/** An act that waits for a second person. */
const Request = v.object({
  id: v.string(),
  title: v.string(),
  /** The row that it is about. */
  row: TextOrNull,
  /** What was entered: numbers, amounts in CHF, days, and the words of choices. */
  entered: list(v.object({ label: v.string(), kind: FieldKind, value: v.union([v.string(), v.number()]) })),
  reason: v.string(),
  by: v.string(),
  at: At,
  /** Whether the caller asked for it, because only another person can confirm it. */
  asker: Asker,
});
export type SectionRequest = v.InferOutput<typeof Request>;

/** A page of an extension, with the acts that the caller may do and decide on. */
export const Section = v.object({
  title: v.string(),
  about: v.string(),
  columns: list(Column),
  acts: list(Act),
  rows: list(Row),
  /** Where the following page starts; null if there is none. */
  next: TextOrNull,
  requests: list(Request),
});
export type Section = v.InferOutput<typeof Section>;

/** What became of an act; `asked`: it waits for another person. */
export const SectionActed = v.object({ done: v.picklist(["done", "asked"]) });

/**
 * What a person enters in the fields of an act: texts, whole numbers, amounts in CHF, days as `YYYY-MM-DD`, and the
 * values of choices. It is stored as it was sent until a second person has decided.
 */
export const Entered = v.record(
  v.pipe(v.string(), v.maxLength(100), v.check(isStorable)),
  v.nullable(v.union([v.pipe(v.string(), v.maxLength(2000), v.check(isStorable)), v.pipe(v.number(), v.finite())])),
);
export type Entered = v.InferOutput<typeof Entered>;
