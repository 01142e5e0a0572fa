import type pg from "pg";

/** The database cannot be reached or refuses the login. The message is for the operator and contains no password. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";

  constructor({ host, port, database }: Pick<pg.Client, "host" | "port" | "database">, cause: unknown) {
    const place = host.startsWith("/") ? `in ${host}` : `at ${host}:${port}`;
    super(
      `the database ${database ?? ""} ${place} cannot be reached (${reasonOf(cause)}): start it, or correct DATABASE_URL.`,
      { cause },
    );
  }
}

/** The reason of a connection error. If a host has several addresses, Node throws an AggregateError without a message. */
function reasonOf(cause: unknown): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const text = first instanceof Error ? first.message : String(first);
  return text.replace(/\s*\n\s*/g, " ").replace(/\.$/, "");
}
