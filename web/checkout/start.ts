import { call, type Result } from "#web/api/call.ts";
import { firstStep, isPrepaidFlow } from "#core/steps/steps.ts";
import { checkoutPath } from "#web/site/paths.ts";
import { beginSession } from "#web/session/checkout-session.ts";
import { changeDraft, forgetOldDrafts, type CheckoutRecord } from "#web/session/draft.ts";
import { localePrefix, type Locale } from "#core/text/locale.ts";

/**
 * Creates a checkout from a product's record. `ticket`: the shopper's place in the product's queue. `source`: that of a
 * permalink, null for a product page. Returns the path of the checkout's first page, which must be loaded as a new
 * document. Prepaid mobile starts at the account, with page-step 2 (decisions 2).
 */
export async function startCheckout(
  record: CheckoutRecord,
  locale: Locale,
  { ticket, source }: { readonly ticket: string | null; readonly source: string | null },
): Promise<Result<string>> {
  const { id: _, ...fresh } = record;
  const result = await call("checkout", {
    body: { ...fresh, ticket, ...(source !== null && { source }) },
    withoutCheckout: true,
  });
  if (!result.ok) return result;
  const first = firstStep({ prepaidFlow: isPrepaidFlow({ type: fresh.type, postpaid: result.value.postpaid }) });
  forgetOldDrafts();
  beginSession(result.value.id, first.pageStep);
  changeDraft(result.value.id, { record: fresh, answer: result.value, answerLocale: locale });
  return { ok: true, value: `${localePrefix(locale)}${checkoutPath(first.page)}` };
}
