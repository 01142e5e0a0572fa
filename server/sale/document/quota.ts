import type { Config } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { unorderedBytes } from "#server/reports/checkout.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";

export type QuotaNeeds = {
  readonly db: Handle;
  readonly config: { readonly unorderedDocuments: Config["unorderedDocuments"] };
};

const MB = 1024 * 1024;

/**
 * Whether another document without an order may be stored: for this customer in all checkouts, and in all. Fails with 429. If all is
 * full, the purge is asked to make room at once.
 */
export async function spaceForDocument(
  needs: QuotaNeeds,
  checkout: OpenCheckout,
): Promise<Result<null, "documentsFull" | "uploadsBusy">> {
  const { megabytes, megabytesPerCustomer } = needs.config.unorderedDocuments;
  const { id, account, registeredEmail } = checkout;
  const owner = { accountId: account?.id ?? null, email: account?.email ?? registeredEmail };
  const { all, own } = await unorderedBytes(needs.db, id, owner);
  if (own >= megabytesPerCustomer * MB) return fail("documentsFull", { retryAfter: 3600 });
  if (all < megabytes * MB) return ok(null);
  await addJobs(needs.db, [{ name: "purge-unordered-documents", payload: {}, key: "purge-unordered-documents" }]);
  return fail("uploadsBusy", { retryAfter: 600 });
}
