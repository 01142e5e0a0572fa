import { run, statement } from "#server/platform/database/statement.ts";
import type { Config } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
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
  const { all, own } = await unorderedBytes(needs, checkout);
  if (own >= megabytesPerCustomer * MB) return fail("documentsFull", { retryAfter: 3600 });
  if (all < megabytes * MB) return ok(null);
  await addJobs(needs.db, [{ name: "purge-unordered-documents", payload: {}, key: "purge-unordered-documents" }]);
  return fail("uploadsBusy", { retryAfter: 600 });
}

/** Bytes of documents without an order: all, and the customer's own in other checkouts. */
async function unorderedBytes({ db }: QuotaNeeds, { id, account, registeredEmail }: OpenCheckout) {
  const [sums] = await run(
    db,
    statement<{ all: string; own: string }>`
      select coalesce(sum(d.bytes), 0) as all,
        coalesce(sum(d.bytes) filter (where d.checkout_id <> ${id}
          and (c.account_id = ${account?.id ?? null} or c.registered_email = ${account?.email ?? registeredEmail})), 0) as own
      from documents d join checkouts c on c.id = d.checkout_id
      where not d.ordered`,
  );
  return { all: Number(sums?.all), own: Number(sums?.own) };
}

/** Bytes of all documents without an order, for the figures and the purge. */
export async function allUnorderedBytes({ db }: Pick<QuotaNeeds, "db">): Promise<number> {
  const [sum] = await run(
    db,
    statement<{ bytes: string }>`select coalesce(sum(bytes), 0) as bytes from documents where not ordered`,
  );
  return Number(sum?.bytes);
}
