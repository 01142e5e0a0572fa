import type { LocalText, Locale } from "#core/text/locale.ts";
import type { Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import type { Reduced } from "./reduce.ts";

/**
 * A field of an extension that shoppers can open below their order's lines, such as one for a voucher code. Kasse draws
 * it, so that no script of an extension runs in a page where people pay (ADR 74).
 */
export type SummaryField = {
  /**
   * `open`: what opens it, such as "Do you have a voucher?". `label`: of the field. `send`, `remove`: the buttons that
   * send it, and that take back what was entered before.
   */
  readonly words: Readonly<Record<"open" | "label" | "send" | "remove", LocalText>>;
  /** In characters. A page lets people type no more; another program can send 2000. */
  readonly maxLength: number;
  /** Takes what was entered, without spaces around it. An empty text takes back what was entered before. */
  enter(entered: {
    readonly text: string;
    readonly checkoutId: string;
    readonly locale: Locale;
    /** The shopper's IP address, by which tries can be limited. */
    readonly ip: string;
  }): Promise<Entered>;
};

/**
 * What becomes of a text: the result of `services.reduce`, a refusal with a sentence, or that of `services.limits`.
 * `retryAfter`: in seconds.
 */
type Entered =
  | Exclude<Reduced, { readonly kind: "unused" }>
  | { readonly kind: "refused"; readonly message: LocalText }
  | { readonly kind: "tooMany"; readonly retryAfter: number };

/** The fields by the names of their extensions. */
export type SummaryFields = ReadonlyMap<string, SummaryField>;

/** POST /summary-field: gives an extension what was entered in its field. */
export function enterInSummary(fields: SummaryFields): Handler<"summaryField"> {
  return async ({ body: { extension, text }, checkoutId, locale, ip }) => {
    const field = fields.get(extension);
    if (!field) return fail("notFound");
    if (checkoutId === null) return unknownCheckout();
    const entered = await field.enter({ text: text.trim(), checkoutId, locale, ip });
    switch (entered.kind) {
      case "reduced":
        return ok(entered.answer);
      case "refused":
        return fail("notAccepted", { sentence: entered.message[locale] });
      case "tooMany":
        return fail("tooMany", { retryAfter: entered.retryAfter });
      case "closed":
        if (entered.why === "unknown") return unknownCheckout();
        return fail("stepRefused", { page: entered.why === "ordered" ? "7" : null });
    }
  };
}
