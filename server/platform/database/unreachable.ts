import type pg from "pg";

/** There is no database to work with, or it lets nobody in. The message is for the operator and holds no password. */
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

/** Node tries every address of a name, and tells of all in one error without words of its own. */
function reasonOf(cause: unknown): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const text = first instanceof Error ? first.message : String(first);
  return text.replace(/\s*\n\s*/g, " ").replace(/\.$/, "");
}
