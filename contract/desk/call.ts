import * as v from "valibot";
import type { DeskPermit } from "../../core/desk/roles.ts";
import { REASON_LENGTH, reasonText } from "../../core/desk/acts.ts";
import { isPrintable } from "../../core/plain-text.ts";
import type { DeskFailureName } from "./failures.ts";

export type Schema = v.GenericSchema<unknown, object>;

/** A call of the desk. */
export type DeskCall = {
  /** One sentence for docs/desk.md. */
  readonly about: string;
  /** Who may call it: anybody, anybody who is logged in (`person`), or people with a permit. */
  readonly who: "anybody" | "person" | DeskPermit;
  /** A further permit that it needs, depending on the body. */
  readonly also?: (body: never) => DeskPermit;
  readonly query: Schema | null;
  readonly body: Schema | null;
  /**
   * Who sends it, if it is not a page of the desk. `navigation`: the login provider sends the browser there; the answer is a page, and a failure is
   * part of an address. `provider`: the provider's server, as a form.
   */
  readonly from?: "navigation" | "provider";
  /** Refused where people log in at a provider. */
  readonly withoutProvider?: true;
  /** Permitted to somebody who has to add a passkey first. */
  readonly beforePasskey?: true;
  /** Pages make it by themselves, so it does not count as use of the login, which ends after some time without use. */
  readonly passive?: true;
  /** What it answers if it is not JSON: a file of values with commas, or server-sent events. */
  readonly answers?: "csv" | "events";
  /** The most bytes of its body, where they are more than of others. */
  readonly bytes?: number;
  /** The failures that its handler returns, beside those of every call. */
  readonly fails: readonly DeskFailureName[];
};

/** One line of text, and one that is not empty. */
export const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), v.check(isPrintable));
export const some = (max: number) => v.pipe(line(max), v.nonEmpty());

/** A reason for the record. The message of a check is the failure that is returned, if the call has it. */
export const reason = v.pipe(
  v.string(),
  v.transform(reasonText),
  v.minLength(REASON_LENGTH.min, "reasonNeeded"),
  v.maxLength(REASON_LENGTH.max),
  v.check(isPrintable),
);
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(9_999_999));
