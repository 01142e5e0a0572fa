import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";

/** The number of connections on which single statements share their round trips. */
const SHARED = 2;
/**
 * A shared connection that has not answered for this long, in ms, is waiting for a lock or a disk: it gets no more
 * statements until it answers.
 */
const SLOW_MS = 50;

type Answer = Pick<pg.QueryResult, "command" | "rowCount" | "rows">;
/** The answer to statements that are not sent. */
const NOTHING: Answer = { command: "", rowCount: 0, rows: [] };

/**
 * How the query builder uses the pool (ADR 5). A single statement with values goes to one of a few shared connections,
 * each of which sends the statements of many requests without waiting for the answer to the one before. A transaction,
 * and anything that changes its session, has its own connection, and so has every statement while the shared ones are
 * slow. A statement without an answer closes its connection (`query_timeout`) and all that are free: a machine that has
 * vanished does not report it, and each of them would cost the next request the same wait. A statement that is refused
 * because its session is read-only does the same, because the session stays read-only when the database no longer is.
 * `named`: statements are prepared once for each connection, which a pooler in between may not allow.
 */
export function pipelinedPool(pool: pg.Pool, { named = true } = {}): PostgresPool {
  const closeFree = freeConnections(pool);
  const send: Send = (client, text, values) =>
    sendTo(client, text, values, named).catch((error: unknown) => {
      if (isTimeout(error) || isReadOnly(error)) {
        closeFree();
        for (const each of shared) each.dropIfFree();
      }
      throw error;
    });
  // A small pool, such as that of a command, needs its connections for transactions.
  const count = Math.min(SHARED, Math.floor((pool.options.max ?? 10) / 4));
  const shared = Array.from({ length: count }, () => sharedConnection(pool, send));
  const quick = () =>
    shared
      .filter((each) => !each.isSlow())
      .reduce<SharedConnection | null>((one, other) => (one && one.running <= other.running ? one : other), null);
  return {
    // Takes no connection before the first statement, so it never waits.
    connect: async () => clientOf(pool, send, quick),
    async end() {
      for (const each of shared) each.release();
      await pool.end();
    },
    options: pool.options,
  };
}

type Send = (client: pg.PoolClient, text: string, values: unknown[]) => Promise<Answer>;

/** The connection as one request or one transaction sees it. */
function clientOf(pool: pg.Pool, send: Send, quick: () => SharedConnection | null): PostgresPoolClient {
  let own: Promise<pg.PoolClient> | null = null;
  /** `begin` is sent with the first statement of its transaction, which saves a round trip. */
  let beginning = false;
  /** Whether PostgreSQL has refused a write because the session is read-only. */
  let stale = false;
  const sendOwn = (client: pg.PoolClient, text: string, values: unknown[]) =>
    send(client, text, values).catch((error: unknown) => {
      stale ||= isReadOnly(error);
      throw error;
    });
  const query = async (text: string, values: unknown[] = []): Promise<Answer> => {
    if (text === "begin") {
      beginning = true;
      return NOTHING;
    }
    if (own === null) {
      if (beginning && (text === "commit" || text === "rollback")) return NOTHING;
      const shared = beginning || values.length === 0 ? null : quick();
      if (shared) return shared.query(text, values);
    }
    const client = await (own ??= openConnection(pool));
    if (!beginning) return sendOwn(client, text, values);
    beginning = false;
    const [, answer] = await Promise.all([sendOwn(client, "begin", []), sendOwn(client, text, values)]);
    return answer;
  };
  const release = (destroy?: boolean) => {
    void own?.then(
      (client) => client.release(destroy === true || stale),
      () => undefined,
    );
  };
  return { query, release } as unknown as PostgresPoolClient;
}

type SharedConnection = {
  /** Statements without an answer yet. */
  readonly running: number;
  isSlow(): boolean;
  dropIfFree(): void;
  query(text: string, values: unknown[]): Promise<Answer>;
  release(): void;
};

/** Connects with the first statement, and again after the connection was lost. */
function sharedConnection(pool: pg.Pool, send: Send): SharedConnection {
  let running = 0;
  /** When it last answered, or when the wait for it began. */
  let answeredAt = 0;
  let released = false;
  let client: pg.PoolClient | null = null;
  let connecting: Promise<pg.PoolClient> | null = null;
  /** A read-only session; it is closed once all its statements have been answered. */
  let stale: pg.PoolClient | null = null;

  async function connect(): Promise<pg.PoolClient> {
    const fresh = await openConnection(pool).finally(() => (connecting = null));
    fresh.once("error", () => drop(fresh));
    fresh.once("end", () => drop(fresh));
    client = fresh;
    if (released) release();
    return fresh;
  }

  function drop(lost: pg.PoolClient): void {
    if (client !== lost) return;
    client = null;
    lost.release(true);
  }

  function release(): void {
    released = true;
    const last = client;
    client = null;
    last?.release();
  }

  return {
    get running() {
      return running;
    },
    isSlow: () => running > 0 && performance.now() - answeredAt > SLOW_MS,
    dropIfFree() {
      if (running === 0 && client) drop(client);
    },
    async query(text, values) {
      if (running === 0) answeredAt = performance.now();
      running += 1;
      let used: pg.PoolClient | null = null;
      try {
        used = client ?? (await (connecting ??= connect()));
        return await send(used, text, values);
      } catch (error) {
        // Not an answer of PostgreSQL, so the connection is gone, although it might not have reported it yet.
        if (used && !(error instanceof pg.DatabaseError)) drop(used);
        if (isReadOnly(error)) stale = used;
        throw error;
      } finally {
        running -= 1;
        answeredAt = performance.now();
        if (stale && running === 0) drop(stale);
      }
    },
    release,
  };
}

const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: pg.Connection }).connection.stream;

/**
 * A connection of the pool. The pool may not know yet that one was closed a moment ago, and would give it to the next
 * request.
 */
async function openConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!streamOf(client).destroyed) return client;
    client.release(true);
  }
}

/** The names of prepared statements by their text; the same in all connections and processes. */
const names = new Map<string, string>();

/**
 * A statement with values is prepared once per connection, so that PostgreSQL does not parse and plan it for every
 * request.
 */
function sendTo(client: pg.PoolClient, text: string, values: unknown[], named: boolean): Promise<Answer> {
  if (values.length === 0) return client.query(text);
  return client.query(named ? { name: nameOf(text), text, values } : { text, values });
}

/** The driver's error for a statement without an answer within `query_timeout`. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** PostgreSQL refuses a write, because the session began while the database was read-only (appendix A, 25006). */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25006";
}

/** Returns a function that closes the connections that are not in use at that moment. */
function freeConnections(pool: pg.Pool): () => void {
  const free = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => free.delete(client));
  pool.on("release", (_error, client) => free.add(client));
  pool.on("remove", (client) => free.delete(client));
  return () => {
    for (const client of free) streamOf(client).destroy();
  };
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
  names.set(text, name);
  return name;
}
