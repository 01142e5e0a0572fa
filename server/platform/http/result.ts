import type { FAILURES, FailureBodies, FailureBody, FailureName } from "#contract/failures.ts";
import type { FieldText } from "#server/platform/texts/texts.ts";

/** Expected failures are returned; what is thrown is a bug. `failure-reply.ts` alone turns one into HTTP. */
export type Result<Value, Name extends FailureName> = { readonly ok: true; readonly value: Value } | Failed<Name>;
export type Failed<Name extends FailureName> = { readonly ok: false; readonly failure: Failure<Name> };

/** Mistakes by form field: keys of `locales/<language>/fields.json`. */
export type FieldMistakes = Readonly<Partial<Record<string, FieldText>>>;

/** What a handler gives for each shape of body; the rest of the body follows from the table of failures. */
type Details = {
  message: object;
  /** What could not be read: a field, a header, `body`. */
  unreadable: { readonly detail: string };
  /** Seconds. */
  tooMany: { readonly retryAfter: number };
  coded: object;
  page: FailureBodies["page"];
  fieldErrors: { readonly fields: FieldMistakes };
  refusedFields: { readonly fields: FieldMistakes };
  userExists: Pick<FailureBodies["userExists"], "username">;
  badAddress: object;
  priceChanged: Pick<FailureBodies["priceChanged"], "checkout">;
  fault: object;
  unavailable: object;
} & Record<FailureBody, object>;
type DetailsOf<Name extends FailureName> = Details[(typeof FAILURES)[Name]["body"]];

/** An expected failure: its name in the contract's table, and what its body needs beyond that. */
export type Failure<Name extends FailureName = FailureName> = {
  [Each in Name]: { readonly name: Each } & Readonly<DetailsOf<Each>>;
}[Name];

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Fails with a failure of the contract's table; its details are checked against the shape of its body. */
export function fail<const Name extends FailureName>(
  name: Name,
  ...[details]: object extends DetailsOf<Name> ? [] : [details: DetailsOf<Name>]
): Failed<Name> {
  return { ok: false, failure: { name, ...details } as unknown as Failure<Name> };
}
