import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import pg from "pg";

/** A statement as sent to PostgreSQL, with the call that caused it. */
export type Recorded = {
  readonly order: number;
  readonly connection: number;
  /** `POST /public-api/checkout`; null for jobs and timers. */
  readonly call: string | null;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The first row of the answer, if it has exactly one. */
  readonly row: Readonly<Record<string, unknown>> | null;
  /** Whether it was sent while another statement of its connection was unanswered, and so shares a round trip. */
  readonly joined: boolean;
};

type Query = (this: pg.Client & { processID: number }, ...sent: unknown[]) => unknown;

/** Reports every answered statement of this process that returns a promise. Returns a function that stops it. */
export function recordStatements(onStatement: (statement: Recorded) => void): () => void {
  const calls = new AsyncLocalStorage<string>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: { method: string; url: string } };
    calls.enterWith(`${request.method} ${request.url}`);
  };
  diagnostics.subscribe("http.server.request.start", onRequest);
  const original = pg.Client.prototype.query as unknown as Query;
  const unanswered = new Map<number, number>();
  let order = 0;
  const recording: Query = function query(...sent) {
    const answer = original.apply(this, sent);
    if (!(answer instanceof Promise)) return answer;
    const [first, second] = sent as [string | { text: string; values?: unknown[] }, unknown[]?];
    const text = typeof first === "string" ? first : first.text;
    const values = (typeof first === "string" ? second : first.values) ?? [];
    const connection = this.processID;
    const running = unanswered.get(connection) ?? 0;
    const sentAs = { order: (order += 1), connection, call: calls.getStore() ?? null, text, joined: running > 0 };
    unanswered.set(connection, running + 1);
    const answered = (rows: readonly Record<string, unknown>[]) => {
      unanswered.set(connection, (unanswered.get(connection) ?? 1) - 1);
      onStatement({ ...sentAs, values: values.map(plain), row: rows.length === 1 ? plainRow(rows[0] ?? {}) : null });
    };
    void (answer as Promise<pg.QueryResult>).then(
      (result) => answered(result.rows ?? []),
      () => answered([]),
    );
    return answer;
  };
  pg.Client.prototype.query = recording as unknown as typeof pg.Client.prototype.query;
  return () => {
    diagnostics.unsubscribe("http.server.request.start", onRequest);
    pg.Client.prototype.query = original as unknown as typeof pg.Client.prototype.query;
  };
}

const plainRow = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

function plain(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  return Array.isArray(value) ? value.map(plain) : value;
}
