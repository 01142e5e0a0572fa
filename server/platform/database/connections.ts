import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** Connections on which single statements share their round trips. */
const SHARED = 2;

type Answer = Pick<pg.QueryResult, "command" | "rowCount" | "rows">;
/** The answer to what is not sent. */
const NOTHING: Answer = { command: "", rowCount: 0, rows: [] };

/**
 * How the query builder uses the pool (ADR 23). A single statement with values goes to one of a few shared connections, each of which
 * sends the statements of many requests without waiting for the answer to the one before. A transaction, and whatever changes its
 * session, has a connection to itself.
 */
export function pipelinedPool(pool: pg.Pool): PostgresPool {
  // A small pool, as of a command, needs its connections for transactions.
  const count = Math.min(SHARED, Math.floor((pool.options.max ?? 10) / 4));
  const shared = Array.from({ length: count }, () => sharedConnection(pool));
  const least = () => shared.reduce((one, other) => (other.running < one.running ? other : one));
  return {
    // Takes no connection before there is a statement, so it never waits.
    connect: async () => clientOf(pool, count === 0 ? null : (text, values) => least().query(text, values)),
    async end() {
      for (const each of shared) each.release();
      await pool.end();
    },
    options: pool.options,
  };
}

type Send = (text: string, values: unknown[]) => Promise<Answer>;

/** What one request, or one transaction, sees as its connection. */
function clientOf(pool: pg.Pool, send: Send | null): PostgresPoolClient {
  let own: Promise<pg.PoolClient> | null = null;
  /** `begin` is sent with the first statement of its transaction, which saves a round trip. */
  let beginning = false;
  const query = async (text: string, values: unknown[] = []): Promise<Answer> => {
    if (text === "begin") {
      beginning = true;
      return NOTHING;
    }
    if (own === null) {
      if (beginning && (text === "commit" || text === "rollback")) return NOTHING;
      if (!beginning && send !== null && values.length > 0) return send(text, values);
    }
    const client = await (own ??= pool.connect());
    if (!beginning) return sendPrepared(client, text, values);
    beginning = false;
    const [, answer] = await Promise.all([client.query("begin"), sendPrepared(client, text, values)]);
    return answer;
  };
  const release = (destroy?: boolean) => {
    void own?.then(
      (client) => client.release(destroy),
      () => undefined,
    );
  };
  return { query, release } as unknown as PostgresPoolClient;
}

type SharedConnection = {
  /** Statements without an answer yet. */
  readonly running: number;
  readonly query: Send;
  release(): void;
};

/** Connects with the first statement, and again after the connection was lost. */
function sharedConnection(pool: pg.Pool): SharedConnection {
  let running = 0;
  let released = false;
  let client: pg.PoolClient | null = null;
  let connecting: Promise<pg.PoolClient> | null = null;

  async function connect(): Promise<pg.PoolClient> {
    const fresh = await pool.connect().finally(() => (connecting = null));
    const lost = () => {
      if (client !== fresh) return;
      client = null;
      fresh.release(true);
    };
    fresh.once("error", lost);
    fresh.once("end", lost);
    client = fresh;
    if (released) release();
    return fresh;
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
    async query(text, values) {
      running += 1;
      try {
        return await sendPrepared(client ?? (await (connecting ??= connect())), text, values);
      } finally {
        running -= 1;
      }
    },
    release,
  };
}

/** Names of prepared statements by their text; the same in all connections and processes. */
const names = new Map<string, string>();

/** A statement with values is prepared once per connection, so that PostgreSQL does not parse and plan it for every request. */
function sendPrepared(client: pg.PoolClient, text: string, values: unknown[]): Promise<Answer> {
  return values.length > 0 ? client.query({ name: nameOf(text), text, values }) : client.query(text);
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
  names.set(text, name);
  return name;
}
