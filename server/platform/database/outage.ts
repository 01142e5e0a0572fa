import pg from "pg";

/**
 * PostgreSQL errors that have nothing to do with the statement: the database cannot work now, or another session holds
 * a lock (PostgreSQL documentation, appendix A). The same call may succeed a little later.
 */
const OUTAGES: Readonly<Record<string, string>> = {
  "25006": "read-only: a standby, or a primary that was demoted",
  "25P03": "the transaction was idle for too long",
  "40001": "serialization failure",
  "40P01": "deadlock",
  "53000": "insufficient resources",
  "53200": "out of memory",
  "53300": "too many connections",
  "55P03": "a lock is not free",
  "57014": "the statement took too long",
  "57P01": "ended by an administrator",
  "57P02": "another server process crashed",
  "57P03": "starting up or shutting down",
  "57P05": "the session was idle for too long",
  "58000": "system error",
  "58030": "input or output error",
};

/** Class 08, connection exceptions. A pooler also uses it for a database that it cannot reach. */
const CONNECTION_EXCEPTION = /^08/;

/** The driver's messages about a connection that was lost or could not be opened. */
const LOST =
  /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

const NOT_CONNECTED = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EAI_AGAIN|ENOTFOUND)$/;

/** A disk is full: the database's, or that of the data folder. */
const FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** Returns whether a disk is full, in which case more calls will fail until space is freed. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && FULL.test(String(error.code));
}

/**
 * Returns whether the call failed because the database or the data folder could not be used. The call itself was fine
 * and can be repeated.
 */
export function isOutage(error: unknown): boolean {
  if (isFull(error)) return true;
  if (error instanceof pg.DatabaseError)
    return Object.hasOwn(OUTAGES, error.code ?? "") || CONNECTION_EXCEPTION.test(error.code ?? "");
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  if (!(error instanceof Error)) return false;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  return LOST.test(error.message) || (NOT_CONNECTED.test(code) && /^(connect|read|write)$/.test(syscall ?? ""));
}

/** Returns whether PostgreSQL refused a write, because the database or the session is read-only (appendix A, 25006). */
export function isWriteRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25006";
}

/** Errors of `OUTAGES` that concern one statement or transaction, while the database works. */
const ONE_STATEMENT = /^(25006|25P03|40001|40P01|55P03|57014)$/;

/** Returns whether no other call can use the database now either. */
export function isLost(error: unknown): boolean {
  const isOfStatement = error instanceof pg.DatabaseError && ONE_STATEMENT.test(error.code ?? "");
  return isOutage(error) && !isOfStatement;
}

/** The database cannot be reached or refuses the login. The message is for the operator and contains no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";

  constructor({ host, port, database }: Pick<pg.Client, "host" | "port" | "database">, cause: unknown) {
    const location = host.startsWith("/") ? `in ${host}` : `at ${host}:${port}`;
    super(
      `the database ${database ?? ""} ${location} cannot be reached (${reasonOf(cause)}): start it, or correct DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Returns the reason for a connection error. If a host has several IP addresses, Node throws an AggregateError without
 * a message.
 */
function reasonOf(cause: unknown): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const text = first instanceof Error ? first.message : String(first);
  return text.replace(/\s*\n\s*/g, " ").replace(/\.$/, "");
}
