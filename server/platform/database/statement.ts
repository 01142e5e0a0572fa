import { CompiledQuery } from "kysely";
import type { Handle, ReadHandle } from "./database.ts";

/** SQL with its values, ready to run. `Row` is the type of the rows it returns. */
export type Statement<Row> = CompiledQuery<Row>;

/** A part of an SQL statement with its values, such as a condition that several statements share. */
export class Fragment {
  readonly template: TemplateStringsArray;
  readonly values: readonly unknown[];
  constructor(template: TemplateStringsArray, values: readonly unknown[]) {
    this.template = template;
    this.values = values;
  }
}

/** Creates a part of an SQL statement, to be inserted as a value into a statement's template. */
export const fragment = (template: TemplateStringsArray, ...values: unknown[]) => new Fragment(template, values);

/** A cache of the SQL of templates without fragments. JavaScript passes the same template object at every call. */
const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * Creates a statement for the calls of a purchase. Its SQL is built once, whereas the query builder would build it at
 * each call (ADR 5). Every `${value}` becomes a parameter, and a fragment becomes part of the SQL; other SQL cannot be
 * inserted.
 */
export function statement<Row = unknown>(template: TemplateStringsArray, ...values: unknown[]): Statement<Row> {
  const all: unknown[] = [];
  const known = texts.get(template);
  if (known !== undefined) return CompiledQuery.raw(known, values) as Statement<Row>;
  const text = write(template, values, all);
  if (!values.some((value) => value instanceof Fragment)) texts.set(template, text);
  return CompiledQuery.raw(text, all) as Statement<Row>;
}

/** Returns the SQL of a template with its fragments, and adds their values to `all` in the order of the parameters. */
function write(template: TemplateStringsArray, values: readonly unknown[], all: unknown[]): string {
  return template.reduce((before, part, index) => {
    const value = values[index - 1];
    const written = value instanceof Fragment ? write(value.template, value.values, all) : `$${all.push(value)}`;
    return before + written + part;
  });
}

/** Runs a statement and returns its rows. */
export async function run<Row>(db: ReadHandle, query: Statement<Row>): Promise<readonly Row[]> {
  return (await db.executeQuery(query)).rows;
}

type RowsOf<Statements extends readonly Statement<unknown>[]> = {
  readonly [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? readonly Row[] : never;
};

/**
 * Runs a transaction's statements in this order and in one round trip: all are sent before the first response. If one
 * fails, so do those after it, and the transaction is rolled back.
 */
export async function runTogether<const Statements extends readonly Statement<unknown>[]>(
  tx: Handle,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const answers = await tx
    .getExecutor()
    .provideConnection((connection) => Promise.allSettled(statements.map((each) => connection.executeQuery(each))));
  const rows = answers.map((answer) => {
    // The first failure is the cause; the later ones only report that the transaction is aborted.
    if (answer.status === "rejected") throw answer.reason;
    return answer.value.rows;
  });
  return rows as RowsOf<Statements>;
}
