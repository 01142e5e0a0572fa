import { sql } from "kysely";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";

export type QuotaNeeds = {
  readonly db: Handle;
  readonly now: Clock;
  readonly config: { readonly unorderedDocuments: Config["unorderedDocuments"] };
};

const MB = 1024 * 1024;
const HOUR_MS = 3600_000;

/** Payments take a day at most, and their documents are kept meanwhile. A document older than this and its life has an order. */
const LONGEST_PAYMENT_HOURS = 48;

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
async function unorderedBytes(needs: QuotaNeeds, { id, account, registeredEmail }: OpenCheckout) {
  const { rows } = await sql<{ all: string; own: string }>`
    select coalesce(sum(d.bytes), 0) as all,
      coalesce(sum(d.bytes) filter (where d.checkout_id <> ${id}
        and (c.account_id = ${account?.id ?? null} or c.registered_email = ${account?.email ?? registeredEmail})), 0) as own
    from documents d join checkouts c on c.id = d.checkout_id
    where ${isUnordered(needs)}`.execute(needs.db);
  return { all: Number(rows[0]?.all), own: Number(rows[0]?.own) };
}

/** Condition for `documents d`. Looks only at young documents, for which there is an index. */
function isUnordered({ now, config }: Pick<QuotaNeeds, "now" | "config">) {
  const hours = config.unorderedDocuments.hours + LONGEST_PAYMENT_HOURS;
  return sql`d.created_at > ${new Date(now().getTime() - hours * HOUR_MS)}
    and not exists (select 1 from orders o where o.document_id = d.id)`;
}

/** Bytes of all documents without an order, for the figures and the purge. */
export async function allUnorderedBytes(needs: QuotaNeeds): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(d.bytes), 0) as bytes from documents d where ${isUnordered(needs)}`.execute(needs.db);
  return Number(rows[0]?.bytes);
}
