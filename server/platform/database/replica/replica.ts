import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/platform/repeat.ts";
import { openDatabase, type Database } from "../database.ts";
import { isLost } from "../outage.ts";
import { REPLICA_TIMES } from "../times.ts";
import { identify, relationOf, type Identity } from "./identity.ts";
import { lagOf, problemOf, withReached, type Reached, type Seen } from "./lag.ts";
import { primaryReads, replicaReads, type StaleReads } from "./stale-reads.ts";

/** The replica of this process, which is watched. It alone decides whether reads go to it. */
export type Replica = {
  /** Returns the reads that may be seconds old. `primary`: the connections to use while the replica is not used. */
  readsOr(primary: Database): StaleReads;
  /** Returns whether reads go to the replica, and its lag if that is known; null if there is no replica. */
  status(): ReplicaStatus | null;
  close(): Promise<void>;
};

export type ReplicaStatus = { readonly isUsed: boolean; readonly lagSeconds: number | null };

/** DATABASE_READ_URL is another database. The message is for the operator. */
export class NotAReplica extends Error {
  override readonly name = "NotAReplica";
}

/** Number of connections of a process to the replica. Only people of the desk and timers wait for them. */
const CONNECTIONS = 8;

/** Without a replica there is no connection and no statement. */
const NO_REPLICA: Replica = {
  readsOr: primaryReads,
  status: () => null,
  close: async () => undefined,
};

type Needs = {
  /** Connections to the primary, whose position the replica is compared with. */
  readonly primary: Database;
  readonly log: Pick<Logger, "info" | "warn">;
  /** How often to check the replica, in ms. */
  readonly everyMs: number;
};

/**
 * Opens connections to the replica, whose sessions are read-only, and watches it. Without a connection, reads are those
 * of the primary. A replica that cannot be reached or is behind is not used until it is well again. Throws NotAReplica
 * if the address is that of another database.
 */
export async function openReplica(connection: pg.PoolConfig | null, needs: Needs): Promise<Replica> {
  if (connection === null) return NO_REPLICA;
  const { log, primary, everyMs } = needs;
  const opened = openDatabase({ ...connection, max: CONNECTIONS }, log, { times: REPLICA_TIMES, readOnly: true });
  const look = createLook(primary, opened.db);
  let seen: Seen = await look();
  let told: string | null = null;

  /** Logs a line if reads go elsewhere than before, or no longer for the same kind of reason. */
  function tell(): void {
    const problem = problemOf(seen, performance.now());
    const state = problem === null ? "used" : seen.kind;
    if (state === told) return;
    told = state;
    if (problem === null) log.info("reads that may be seconds old go to the replica");
    else log.warn({ error: problem }, "reads that may be seconds old go to the primary");
  }

  if (seen.kind === "foreign") {
    await opened.close();
    throw new NotAReplica(
      "DATABASE_READ_URL is not a replica of the database of DATABASE_URL; set it to a streaming replica, or remove it.",
    );
  }
  tell();
  const check = async () => {
    seen = await look();
    tell();
    return null;
  };
  const watch = repeat(check, {
    everyMs,
    pausesFirst: true,
    failed: "the replica could not be checked",
    log,
  });
  const replica = {
    db: opened.db,
    isUsed: () => problemOf(seen, performance.now()) === null,
    noteFailure(error: unknown) {
      if (!isLost(error))
        return log.warn({ error: messageOf(error) }, "a read failed on the replica; the primary answers it");
      seen = failure(error);
      tell();
    },
  };
  return {
    readsOr: (db) => replicaReads(replica, db),
    status: () => ({
      isUsed: replica.isUsed(),
      lagSeconds: seen.kind === "standby" && seen.lagMs !== null ? seen.lagMs / 1000 : null,
    }),
    async close() {
      await watch.stop();
      await opened.close();
    },
  };
}

/** Returns a function that checks the replica. It remembers the positions that the primary has reached. */
function createLook(primary: Database, replica: Database): () => Promise<Seen> {
  let history: readonly Reached[] = [];
  let source: Identity | null = null;
  return async () => {
    const at = performance.now();
    // While the primary does not answer, it reaches no new position, so the lag grows.
    const now = await identify(primary).catch(() => null);
    if (now) history = withReached(history, { position: now.position, at });
    source = now ?? source;
    try {
      const copy = await identify(replica);
      const relation = source === null ? "standby" : relationOf(source, copy);
      return relation === "standby"
        ? { kind: relation, at, lagMs: lagOf(history, copy.position, at) }
        : { kind: relation };
    } catch (error) {
      return failure(error);
    }
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const failure = (error: unknown): Seen => ({ kind: "failed", error: messageOf(error) });
