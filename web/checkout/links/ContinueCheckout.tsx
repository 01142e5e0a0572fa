import { call } from "#web/api/call.ts";
import { beginSession } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft } from "#web/session/draft.ts";
import { MailedLink } from "./MailedLink.tsx";

/**
 * Continues a checkout from an emailed link. In the browser that started it, the checkout itself continues; in another
 * browser, a new checkout with the same goods starts (ADR 26).
 */
export default function ContinueCheckout() {
  return <MailedLink open={open} />;
}

async function open(secret: string) {
  const result = await call("checkoutLink", { body: { secret }, anonymous: true });
  if (!result.ok) return result;
  const { checkoutId, page, record } = result.value;
  beginSession(checkoutId, page);
  if (readDraft(checkoutId).record === null) changeDraft(checkoutId, { record });
  return { ok: true, value: page } as const;
}
