import { sql } from "kysely";
import { FAILURES, type FailureName } from "#contract/failures.ts";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import { REMARKS } from "#core/call-detail.ts";
import { reachedStep, type CheckoutTraces } from "#core/desk/funnel.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "./product.ts";

/** The checkouts `c` that began in a span, with `q`. */
const begunIn = ({
  from,
  until,
}: Span) => sql`(select c.id, c.shown, c.locale, c.account_id, c.registered_email, c.form_stage, c.customer_created
    from desk_checkouts d join checkouts c on c.id = d.checkout_id
    where d.created_at >= ${from} and d.created_at < ${until}) c ${quoteIn(sql`c.shown`)}`;

/** How far the checkouts of a span have come. */
export async function readFunnel(db: Handle, span: Span): Promise<readonly Figure<"funnel">[]> {
  const { rows } = await sql<QuoteFacts & CheckoutTraces & { readonly checkouts: number }>`
    select ${PRODUCT_COLUMNS}, c.account_id is not null or c.registered_email is not null as account,
      c.form_stage as form, c.customer_created is not null as customer,
      exists (select from payments p where p.checkout_id = c.id) as payment,
      exists (select from orders o where o.checkout_id = c.id) as "order",
      array(select distinct split_part(h.detail, ', ', 1) from checkout_calls h
        where h.checkout_id = c.id and h.call = 'prepare' and h.failure is null and h.detail is not null order by 1) as entered,
      count(*)::int as checkouts
    from ${begunIn(span)} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(db);
  return rows.map((row) => {
    const { family, product, checkouts, ...traces } = withProduct(row);
    return { family, product, step: reachedStep(traces), checkouts };
  });
}

/** The failures whose history names fields. */
const WITH_FIELDS = (Object.keys(FAILURES) as FailureName[]).filter((name) =>
  ["fieldErrors", "refusedFields"].includes(FAILURES[name].body),
);

/** Refusals that an answer tells without a failure, or that are why a step is closed: their words in the history, and their rules. */
const REMARKED = Object.entries(REMARKS);

/** The refusals in checkouts that began in a span, by call, rule, field and the shopper's language. */
export async function readErrors(db: Handle, span: Span): Promise<readonly Figure<"errors">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"errors">, "family">>`
    select ${PRODUCT_COLUMNS}, h.call, coalesce(r.rule, h.failure) as failure, coalesce(f.field, '') as field, c.locale,
      sum(h.times)::int as times, count(distinct c.id)::int as checkouts
    from ${begunIn(span)}
    join checkout_calls h on h.checkout_id = c.id
    left join unnest(${REMARKED.map(([rule]) => rule)}::text[], ${REMARKED.map(([, words]) => words)}::text[]) as r (rule, words)
      on h.detail ~ ('(^|, )' || r.words)
    cross join lateral unnest(coalesce(
      case when h.failure = any (${WITH_FIELDS}) then string_to_array(h.detail, ', ') end, array[''])) as f (field)
    where h.failure is not null or r.rule is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(db);
  return rows.map((row) => withProduct(row));
}
