import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/**
 * A pool that prepares each statement once per connection and then runs it by name, so that PostgreSQL does not parse and
 * plan it for every request. The name is the hash of the statement. `begin` is sent with the first statement of its transaction, which
 * saves a round trip.
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

/** The answer to what is not sent. */
const NOTHING = { command: "", rowCount: 0, rows: [] };

function prepare(client: pg.PoolClient, nameOf: (text: string) => string): PostgresPoolClient {
  const send = (text: string, values?: unknown[]) =>
    values && values.length > 0 ? client.query({ name: nameOf(text), text, values }) : client.query(text);
  let beginning = false;
  const query = async (text: string, values?: unknown[]) => {
    if (text === "begin") {
      beginning = true;
      return NOTHING;
    }
    if (!beginning) return send(text, values);
    beginning = false;
    if (text === "commit" || text === "rollback") return NOTHING;
    const [, answer] = await Promise.all([send("begin"), send(text, values)]);
    return answer;
  };
  return { query, release: (destroy?: boolean) => client.release(destroy) } as unknown as PostgresPoolClient;
}
