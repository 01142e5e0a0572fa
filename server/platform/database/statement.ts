import { CompiledQuery } from "kysely";
import type { Handle } from "./database.ts";

/** SQL with its values, ready to run. `Row` is what it returns. */
export type Statement<Row> = CompiledQuery<Row>;

/** The text of a template, by the template itself: it is the same object at every call. */
const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement of a purchase: its text is built once, where the query builder would build it at each call (ADR 23). Every `${value}`
 * becomes a parameter; SQL cannot be put in.
 */
export function statement<Row = unknown>(template: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  let text = texts.get(template);
  if (text === undefined) {
    text = template.reduce((before, part, index) => `${before}$${index}${part}`);
    texts.set(template, text);
  }
  return CompiledQuery.raw(text, values) as Statement<Row>;
}

/** Runs a statement and returns its rows. */
export async function run<Row>(db: Handle, query: Statement<Row>): Promise<readonly Row[]> {
  return (await db.executeQuery(query)).rows;
}

type RowsOf<Statements extends readonly Statement<unknown>[]> = {
  readonly [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? readonly Row[] : never;
};

/**
 * Runs statements of a transaction in this order and in one round trip: all are sent before the first has answered. If one fails, so do
 * those after it, and the transaction is rolled back.
 */
export async function runTogether<const Statements extends readonly Statement<unknown>[]>(
  tx: Handle,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const answers = await tx
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(statements.map((each) => connection.executeQuery(each))));
  const rows = answers.map((answer) => {
    // The first is the cause; those after it only say that the transaction is aborted.
    if (answer.status === "rejected") throw answer.reason;
    return answer.value.rows;
  });
  return rows as RowsOf<Statements>;
}
