import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { FIRST_BYTES_OF_A, type Arm } from "#core/record/experiments.ts";

/** The arm of a checkout in a run: by the first byte of a hash of both, so that nothing has to be stored with the checkout. */
export function armOf(run: string, checkout: string): Arm {
  const [first = 0] = createHash("sha256").update(`${run}:${checkout}`).digest();
  return first < FIRST_BYTES_OF_A ? "A" : "B";
}

/** The same as an expression of the database, for checkouts by a column. */
export const armInSql = (run: string, checkout: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when get_byte(sha256(convert_to(${`${run}:`} || ${checkout}, 'UTF8')), 0) < ${FIRST_BYTES_OF_A} then 'A' else 'B' end`;
