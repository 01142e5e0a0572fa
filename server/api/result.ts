import type { DeskFailureDetails } from "#contract/desk-failures.ts";
import type { FAILURES, FailureBodies, FailureBody, FailureName } from "#contract/failures.ts";
import type { RemarkedRule } from "#core/steps/call-detail.ts";
import type { FieldMistake } from "#server/platform/texts/texts.ts";

/**
 * A value or an expected failure. Handlers return expected failures and throw only bugs. `failure-reply.ts` alone
 * converts failures to HTTP responses.
 */
export type Result<Value, Name extends FailureName> = { readonly ok: true; readonly value: Value } | Failed<Name>;
export type Failed<Name extends FailureName> = { readonly ok: false; readonly failure: Failure<Name> };

/** Error messages by form field. */
export type FieldMistakes = Readonly<Partial<Record<string, FieldMistake>>>;

/**
 * The details of a failure that a handler provides, by the shape of the response body. The table of failures provides
 * the rest.
 */
type Details = {
  message: object;
  /** What could not be read: a field, a header, or `body`. `fields`: texts that a person may have typed. */
  unreadable: { readonly detail: string; readonly fields?: FieldMistakes };
  /** `sentence`: in the shopper's language. */
  said: { readonly sentence: string };
  /** The time to wait, in seconds. */
  tooMany: { readonly retryAfter: number };
  /** `pieces`: those on hand; null if they are not counted. */
  queued: Omit<FailureBodies["queued"], "code" | "message"> & { readonly pieces: number | null };
  coded: object;
  /** `why` is only for the history; the shopper's page does not need it. */
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

/** An expected failure: its name in the contract's table, and the details for its response body. */
export type Failure<Name extends FailureName = FailureName> = {
  [Each in Name]: { readonly name: Each } & Readonly<DetailsOf<Each>>;
}[Name];

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Creates a failed result. The compiler checks that the details match the failure's shape. */
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
