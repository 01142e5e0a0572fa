import type { DeskFailureDetails } from "#contract/desk-failures.ts";
import type { FAILURES, FailureBodies, FailureBody, FailureName } from "#contract/failures.ts";
import type { RemarkedRule } from "#core/steps/call-detail.ts";
import type { FieldMistake } from "#server/platform/texts/texts.ts";

/**
 * A value or an expected failure. Expected failures are returned, bugs are thrown. Only `failure-reply.ts` converts
 * failures to HTTP.
 */
export type Result<Value, Name extends FailureName> = { readonly ok: true; readonly value: Value } | Failed<Name>;
export type Failed<Name extends FailureName> = { readonly ok: false; readonly failure: Failure<Name> };

/** Mistakes by form field. */
export type FieldMistakes = Readonly<Partial<Record<string, FieldMistake>>>;

/** The details that a handler provides for each shape of body; the rest comes from the table of failures. */
type Details = {
  message: object;
  /** The unreadable part: a field, a header, `body`. */
  unreadable: { readonly detail: string };
  /** Seconds. */
  tooMany: { readonly retryAfter: number };
  coded: object;
  /** `why`: for the history; the shopper's page does not need it. */
  page: FailureBodies["page"] & { readonly why?: RemarkedRule };
  fieldErrors: { readonly fields: FieldMistakes };
  /** `suggested`: acceptable values by field. */
  refusedFields: { readonly fields: FieldMistakes; readonly suggested?: Readonly<Record<string, string>> };
  userExists: Pick<FailureBodies["userExists"], "username">;
  badAddress: object;
  priceChanged: Pick<FailureBodies["priceChanged"], "checkout">;
  fault: object;
  unavailable: object;
  named: DeskFailureDetails;
} & Record<FailureBody, object>;
type DetailsOf<Name extends FailureName> = Details[(typeof FAILURES)[Name]["body"]];

/** An expected failure: its name in the contract's table, and the details for its body. */
export type Failure<Name extends FailureName = FailureName> = {
  [Each in Name]: { readonly name: Each } & Readonly<DetailsOf<Each>>;
}[Name];

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Creates a failed result. The details are checked against the shape of the failure's body. */
export function fail<const Name extends FailureName>(
  name: Name,
  ...[details]: keyof DetailsOf<Name> extends never
    ? []
    : object extends DetailsOf<Name>
      ? [details?: DetailsOf<Name>]
      : [details: DetailsOf<Name>]
): Failed<Name> {
  return { ok: false, failure: { name, ...details } as unknown as Failure<Name> };
}
