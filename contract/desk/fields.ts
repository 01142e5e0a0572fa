import * as v from "valibot";
import { REASON_LENGTH, reasonText } from "../../core/desk/order-actions.ts";
import { isPrintable } from "../../core/text/plain-text.ts";
import type { Schema } from "../call.ts";
import { At, toMoment } from "../schemas/fields.ts";

/** Text on one line; `some` requires that it is not empty. */
export const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), v.check(isPrintable));
export const some = (max: number) => v.pipe(line(max), v.nonEmpty());

/**
 * A reason for the record. If a check fails, its message names the failure that is returned, provided the call has it.
 */
export const reason = v.pipe(
  v.string(),
  v.transform(reasonText),
  v.minLength(REASON_LENGTH.min, "reasonNeeded"),
  v.maxLength(REASON_LENGTH.max),
  v.check(isPrintable),
);
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9_999_999));

/** A time that a caller sends, in ISO 8601 with its zone. */
export const moment = v.pipe(v.string(), toMoment);

/** Text, a time or a number, or null if unknown. */
export const TextOrNull = v.nullable(v.string());
export const AtOrNull = v.nullable(At);
export const NumberOrNull = v.nullable(v.number());
/** Returns a response schema for an object with these keys and the same schema for each value. */
export const each = <Key extends string, Value extends Schema>(keys: readonly Key[], value: Value) =>
  v.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>);
