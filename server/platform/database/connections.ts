import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { isWriteRefused } from "./outage.ts";

/** The number of connections that single statements of different requests share. */
const SHARED = 2;
/**
 * After this many ms without a response, a shared connection is assumed to wait for a lock or a disk. It gets no
 * further statements until it responds.
 */
const SLOW_MS = 50;

type Answer = Pick<pg.QueryResult, "command" | "rowCount" | "rows">;
/** The result of `begin` and similar statements that are never sent on their own. */
const NOTHING: Answer = { command: "", rowCount: 0, rows: [] };

/**
 * Adapts the pool for the query builder (ADR 5).
 *
 * A single statement with values goes to one of a few shared connections. Each of them sends the statements of many
 * requests without waiting for the previous response. A transaction, and anything that changes its session, has its own
 * connection; so has every statement while the shared connections are slow.
 *
 * A statement that times out (`query_timeout`) closes its connection and all free ones: a machine that has vanished
 * does not close its connections, so each free one would cost another request the same wait. A write refused by a
 * read-only session also closes them, because a session stays read-only even after the database has become writable.
 *
 * `named`: prepares each statement once per connection, which some poolers do not allow.
 */
export function pipelinedPool(pool: pg.Pool, { named = true } = {}): PostgresPool {
  const closeFree = freeConnections(pool);
  const send: Send = (client, text, values) =>
    sendTo(client, text, values, named).catch((error: unknown) => {
      if (isTimeout(error) || isWriteRefused(error)) {
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
    // Takes no connection before the first statement, so `connect` never waits.
    connect: async () => clientOf(pool, send, quick),
    async end() {
      for (const each of shared) each.release();
      await pool.end();
    },
    options: pool.options,
  };
}

type Send = (client: pg.PoolClient, text: string, values: unknown[]) => Promise<Answer>;

/** Returns the connection as one request or one transaction sees it. */
function clientOf(pool: pg.Pool, send: Send, quick: () => SharedConnection | null): PostgresPoolClient {
  let own: Promise<pg.PoolClient> | null = null;
  /** True after `begin`, which is only sent together with the transaction's first statement, to save a round trip. */
  let beginning = false;
  /** Whether PostgreSQL has refused a write because the session is read-only. */
  let stale = false;
  const sendOwn = (client: pg.PoolClient, text: string, values: unknown[]) =>
    send(client, text, values).catch((error: unknown) => {
      stale ||= isWriteRefused(error);
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
  /** Number of statements without a response yet. */
  readonly running: number;
  isSlow(): boolean;
  dropIfFree(): void;
  query(text: string, values: unknown[]): Promise<Answer>;
  release(): void;
};

/** Connects when the first statement is sent, and again after the connection was lost. */
function sharedConnection(pool: pg.Pool, send: Send): SharedConnection {
  let running = 0;
  /** The time of its last response, or the time since which it has been waiting for one. */
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
        // Any error that PostgreSQL did not send means that the connection is gone, even if it has not been reported
        // closed yet.
        if (used && !(error instanceof pg.DatabaseError)) drop(used);
        if (isWriteRefused(error)) stale = used;
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
 * Takes a connection from the pool, skipping closed ones: the pool hands out a connection that was closed very
 * recently.
 */
async function openConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    if (!streamOf(client).destroyed) return client;
    client.release(true);
  }
}

/** The names of prepared statements by their SQL; equal in all connections and processes. */
const names = new Map<string, string>();

/**
 * Sends a statement. One with values is prepared once per connection, so that PostgreSQL does not parse and plan it for
 * every request.
 */
function sendTo(client: pg.PoolClient, text: string, values: unknown[], named: boolean): Promise<Answer> {
  joinWrites(streamOf(client));
  if (values.length === 0) return client.query(text);
  return client.query(named ? { name: nameOf(text), text, values } : { text, values });
}

/**
 * Writes everything that this turn of the event loop sends to a socket at once. The driver writes for each statement,
 * and a write costs more than the rest of sending it.
 */
function joinWrites(stream: Writable): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Checks for the driver's error that means `query_timeout` has passed. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}

/** Returns a function that closes the connections that are free when it is called. */
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
