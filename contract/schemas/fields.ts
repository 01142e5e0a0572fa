import * as v from "valibot";
import { LONGEST_SEARCH_TERM } from "../../core/text/search-term.ts";
import { isStorable } from "../../core/text/storable.ts";
import { readMoment } from "../../core/time/moments.ts";
import type { Chf as ChfAmount } from "../../core/money/money.ts";

/** Requests may send flags as booleans, `0`/`1` or `"0"`/`"1"`; responses always have booleans (wire, Common). */
export const Flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(["0", "1", "true", "false"])]),
  v.transform((value) => value === true || value === 1 || value === "1" || value === "true"),
);

/** CHF with at most two decimals. Only `toChf` creates this type, and only `fromChf` reads it. */
export const Chf = v.pipe(v.number(), v.description("CHF, at most two decimals")) as unknown as v.GenericSchema<
  ChfAmount | number,
  ChfAmount
>;

/** A calendar day in Switzerland. */
export const DayText = v.pipe(v.string(), v.description("YYYY-MM-DD"));

const storable = v.check(isStorable);

/** Any text from a client, limited in length so that no field can fill the memory. */
export const Text = v.pipe(v.string(), v.maxLength(2000), storable);
export const Code = v.pipe(v.string(), v.maxLength(64), storable);
/** Text for a search, which is never stored. */
export const SearchTerm = v.pipe(v.string(), v.maxLength(LONGEST_SEARCH_TERM));

/**
 * Returns the schema of a field that another system or a client may leave out. For them `null` means the same as
 * absent (wire, Common): both read as undefined, or as `fallback`.
 */
export function mayBeAbsent<const Schema extends v.GenericSchema>(schema: Schema): Absent<Schema>;
export function mayBeAbsent<const Schema extends v.GenericSchema, const Fallback extends v.InferInput<Schema>>(
  schema: Schema,
  fallback: Fallback,
): v.NullishSchema<Schema, Fallback>;
export function mayBeAbsent(schema: v.GenericSchema, fallback?: unknown): v.GenericSchema {
  if (fallback !== undefined) return v.nullish(schema, fallback);
  return v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  );
}
type Absent<Schema extends v.GenericSchema> = v.OptionalSchema<
  v.GenericSchema<v.InferInput<Schema> | null, v.InferOutput<Schema> | undefined>,
  undefined
>;

/** A response that is a file; the call's `media` is its type. */
export const Bytes = v.instance(Uint8Array);

export const FieldErrors = v.record(v.string(), v.array(v.string()));
export const Message = v.object({ message: v.string() });
export const Nothing = v.object({});
export const Ok = v.object({ ok: v.literal(true) });

export const BodyToken = v.object({ body: v.object({ token: v.string() }) });

/** A parameter of a query. */
export const QueryText = v.pipe(v.string(), v.nonEmpty(), storable);

/**
 * Reads a time that a caller sends: ISO 8601 with its zone. The handler gets a Date, so that nothing is accepted that
 * is no time.
 */
export const toMoment = v.rawTransform<string, Date>(({ dataset, addIssue, NEVER }) => {
  const at = readMoment(dataset.value);
  if (at) return at;
  addIssue({ message: "is no time" });
  return NEVER;
});

/** A time in a response, in ISO 8601. */
export const At = v.pipe(v.string(), v.isoTimestamp());
/** Returns the schema of a list in a response. */
export const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());
