import { sql, type RawBuilder } from "kysely";

type Column = RawBuilder<unknown>;

/** SQL condition: a checkout has a picture of a document. */
export const hasDocument = (checkout: Column) =>
  sql`exists (select 1 from documents d where d.checkout_id = ${checkout})`;

/** SQL condition: an account has claimed a document. */
export const hasClaim = (account: Column) =>
  sql`exists (select 1 from document_claims d where d.account_id = ${account})`;
