import type { FieldText, ServerText } from "#server/platform/texts/texts.ts";
import type { Page } from "#core/steps.ts";

/** Expected failures are returned; what is thrown is a bug. `failure-reply.ts` alone turns one into HTTP. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

export type FieldMistakes = Readonly<Partial<Record<string, FieldText>>>;
export type TextValues = Record<string, string | number>;

export type Failure =
  /** 400 with a sentence; `detail` goes into it. */
  | { readonly kind: "badRequest"; readonly text: ServerText; readonly values?: TextValues }
  /** 401 with the code that the specification names. */
  | { readonly kind: "unauthorised"; readonly code?: string; readonly text: ServerText }
  | { readonly kind: "forbidden"; readonly code: string; readonly text: ServerText }
  | { readonly kind: "notFound"; readonly text: ServerText }
  /** 406: the form is fine, a business system refuses it. */
  | { readonly kind: "refused"; readonly fields: FieldMistakes }
  /** 409: go to this page. */
  | { readonly kind: "page"; readonly page: Page | null }
  /** 409 with a body of its own; `text` becomes its `message`. */
  | { readonly kind: "conflict"; readonly body: Readonly<Record<string, unknown>>; readonly text: ServerText }
  | { readonly kind: "tooLarge"; readonly text: ServerText }
  | { readonly kind: "mediaType"; readonly text: ServerText }
  /** 422: the form is wrong. */
  | { readonly kind: "invalid"; readonly fields: FieldMistakes }
  | { readonly kind: "tooMany"; readonly retryAfter: number }
  /** 503: a system behind Kasse does not answer. */
  | { readonly kind: "unavailable" };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
