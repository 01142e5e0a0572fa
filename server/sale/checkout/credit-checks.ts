import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import type { SolvencyAnswer } from "./tables.ts";
import { personsAsked } from "./queries.ts";
import { readSolvency } from "./stored.ts";

/**
 * A question to the credit check about a person. The details sent are stored only as keyed hashes. `related`: hashes of
 * subsets of the details, which still match when the others are changed.
 */
export type Question = {
  /** Hash of the person and the checkout. */
  readonly id: string;
  readonly person: string;
  readonly related: readonly string[];
};

/** Time in ms after which a request without a result counts as lost. */
const LOST_MS = 30_000;

export type Claim =
  /** Another request of this checkout has asked already. `answer` is null until it has the result. */
  | { readonly isMine: false; readonly answer: SolvencyAnswer | null }
  | {
      readonly isMine: true;
      /** The earlier refusal of the same details in another checkout. */
      readonly refusal: SolvencyAnswer | null;
      /**
       * Whether the check has refused these or other details of the person. Cases that were left to a member of staff
       * do not count.
       */
      readonly wasRefused: boolean;
    };

/** Claims a question, so that only one of several concurrent requests asks it. Refusals since a given time count. */
export async function claimQuestion(
  db: Handle,
  { id, person, related }: Question,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<Claim> {
  type Row = { is_mine: boolean; answer: unknown; refusal: unknown; was_refused: boolean };
  const lost = new Date(now.getTime() - LOST_MS);
  const all = [person, ...related];
  const [row] = await run<Row>(
    db,
    statement<Row>`
      with claimed as (
        insert into credit_checks as known (question, related, asked_at) values (${id}, ${all}, ${now})
        on conflict (question) do update set asked_at = excluded.asked_at, related = excluded.related
          where known.answer is null and known.asked_at < ${lost}
        returning 1),
      refusals as (
        select answer, asked_at from credit_checks
        where related && ${all} and answer->'solvent' = 'false' and asked_at >= ${since})
      select exists (select from claimed) as is_mine,
        (select answer from credit_checks where question = ${id}) as answer,
        (select answer from refusals where answer->>'person' = ${person} order by asked_at desc limit 1) as refusal,
        exists (select from refusals where answer->>'check' is distinct from 'changed') as was_refused`,
  );
  if (!row) throw new Error("The query for a claim returned no row");
  return row.is_mine
    ? { isMine: true, refusal: readSolvency(row.refusal), wasRefused: row.was_refused }
    : { isMine: false, answer: readSolvency(row.answer) };
}

/** Returns the statement that stores a result for waiting requests and, if it is a refusal, for later checkouts. */
export function answerQuestion({ id }: Question, answer: SolvencyAnswer): Statement<unknown> {
  return statement`update credit_checks set answer = ${JSON.stringify(answer)} where question = ${id}`;
}

/** Drops a claim without a result, so that the next request asks again. */
export async function dropQuestion(db: Handle, { id }: Question): Promise<void> {
  await run(db, statement`delete from credit_checks where question = ${id} and answer is null`);
}

/**
 * Deletes the refusals of the persons in these checkouts, because the operator has decided otherwise or the persons are
 * erased.
 */
export async function forgetRefusals(db: Handle, checkoutIds: readonly string[]): Promise<void> {
  await sql`
    delete from credit_checks where related && (
      select coalesce(array_agg(each), '{}') from credit_checks theirs, unnest(theirs.related) each
      where theirs.related && ${personsAsked(checkoutIds)})`.execute(db);
}
