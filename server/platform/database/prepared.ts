import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/**
 * A pool whose statements are prepared once a connection and then run by name: PostgreSQL parses and plans each of the
 * few statements once instead of at every request. The name is the statement's hash, so equal texts share a plan.
 */
export function preparedPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
    names.set(text, name);
    return name;
  };
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client);
      if (known) return known;
      const prepared = prepare(client, nameOf);
      wrapped.set(client, prepared);
      return prepared;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function prepare(client: pg.PoolClient, nameOf: (text: string) => string): PostgresPoolClient {
  const query = (text: unknown, values?: unknown[]) =>
    typeof text === "string" && values && values.length > 0
      ? client.query({ name: nameOf(text), text, values })
      : client.query(text as string, values);
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
}
