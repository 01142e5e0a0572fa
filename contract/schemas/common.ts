import * as v from "valibot";
import type { Chf as ChfAmount } from "../../core/money.ts";

/** Flags are sent as booleans, `0`/`1` or `"0"`/`"1"`, and always answered as booleans (wire, Common). */
export const Flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(["0", "1", "true", "false"])]),
  v.transform((value) => value === true || value === 1 || value === "1" || value === "true"),
);

/** CHF with at most two decimals. An answer takes only what `toChf` made: its type tells it from Rappen. */
export const Chf = v.pipe(v.number(), v.description("CHF, at most two decimals")) as unknown as v.GenericSchema<
  number,
  ChfAmount
>;

/** A calendar day, in Switzerland. */
export const DayText = v.pipe(v.string(), v.description("YYYY-MM-DD"));

/** No database keeps a NUL or half a character; no keyboard makes one. */
export const isKeepable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();
const keepable = v.check(isKeepable);

/** Any text that a client sends, bounded so that no field can fill the memory. */
export const Text = v.pipe(v.string(), v.maxLength(2000), keepable);
export const Code = v.pipe(v.string(), v.maxLength(64), keepable);
/** Text that is only searched with, and never kept. */
export const SearchTerm = v.pipe(v.string(), v.maxLength(2000));

/** A file as an answer; `media` of the endpoint says what kind. */
export const Bytes = v.instance(Uint8Array);

export const FieldErrors = v.record(v.string(), v.array(v.string()));
export const Message = v.object({ message: v.string() });
export const Nothing = v.object({});
export const Ok = v.object({ ok: v.literal(true) });

export const BodyToken = v.object({ body: v.object({ token: v.string() }) });
