import { createHmac } from "node:crypto";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { openDatabase } from "./database.ts";
import { LOCKS, takeLock } from "./locks.ts";
import { migrate, outstandingMigrations, type MigrationFolder } from "./migrate.ts";
import { serverLimits, SHOP_TIMES } from "./times.ts";
import { DatabaseUnreachable } from "./outage.ts";

/** The role that the shop connects with has too many permissions. The message is for the operator. */
export class DatabaseRoleError extends Error {
  override readonly name = "DatabaseRoleError";
}

/** The connections to one database, of which the first three can be the same. */
export type DatabaseRoles = {
  /** Owns the tables and migrates them. */
  readonly owner: pg.PoolConfig;
  /** Reads and writes rows, for the shop. */
  readonly application: pg.PoolConfig;
  /** The same role as `application`, without a pooler: for jobs, session locks and commands. */
  readonly direct: pg.PoolConfig;
  /** A streaming replica, for reads that may be seconds old; null if there is none. */
  readonly replica: pg.PoolConfig | null;
  /** Whether a pooler is in front of `application`. */
  readonly pooler: boolean;
};

/** Returns the connections for DATABASE_URL and the settings beside it. */
export function rolesOf({
  databaseUrl,
  directUrl,
  migrationUrl,
  readUrl,
}: {
  readonly databaseUrl: string | null;
  readonly directUrl: string | null;
  readonly migrationUrl: string | null;
  readonly readUrl: string | null;
}): DatabaseRoles {
  const application = { connectionString: databaseUrl ?? "" };
  const direct = directUrl === null ? application : { connectionString: directUrl };
  return {
    application,
    direct,
    owner: migrationUrl === null ? direct : { connectionString: migrationUrl },
    replica: readUrl === null ? null : { connectionString: readUrl },
    pooler: directUrl !== null,
  };
}

const APPLICATION_ROLE = "kasse_app";

/**
 * Migrates the database and the job queue as their owner, and lets the shop's role read and write rows. Returns the
 * names of the migrations that ran. Throws a DatabaseRoleError if migrations are outstanding and the owner's role may
 * not create tables (`kasse migrate` has to run first). With `refuseSuperuser`, it also throws one if the shop's role
 * is a superuser (ASVS 13.2.2). `more`: the folders with the migrations of extensions.
 */
export async function prepareDatabase(
  { owner, direct, pooler }: Omit<DatabaseRoles, "replica">,
  { refuseSuperuser, more }: { readonly refuseSuperuser: boolean; readonly more: readonly MigrationFolder[] },
): Promise<readonly string[]> {
  const role = await withClient(direct, roleOf);
  if (role.superuser && refuseSuperuser)
    throw new DatabaseRoleError(
      `DATABASE_URL connects as "${role.name}", which is a superuser; in production use a role that only owns this database, or only its rows with MIGRATION_DATABASE_URL for the owner.`,
    );
  const { name, creates } = await withClient(owner, roleOf);
  if (!creates) {
    const outstanding = await outstandingMigrations(owner, { more });
    if (outstanding.length === 0) return [];
    throw new DatabaseRoleError(
      `${outstanding.length} migrations are outstanding, and "${name}" may not run them: run \`kasse migrate\` with MIGRATION_DATABASE_URL for the owner, or set that here too.`,
    );
  }
  const ran = await migrate(owner, { more });
  const { pool, close } = openDatabase({ ...owner, max: 1 }, { warn: () => undefined });
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await close();
  }
  await withClient(owner, (client) => grantRows(client, role.name));
  if (pooler) await withClient(direct, (client) => limitRole(client, role.name));
  return ran;
}

/**
 * Sets the time limits on the role, because behind a pooler a session cannot set them. They apply to connections that
 * the pooler opens from now on.
 */
async function limitRole(client: pg.Client, role: string): Promise<void> {
  await takeLock(client, LOCKS.migrations);
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  const database = rows[0]?.name ?? "";
  for (const [name, value] of Object.entries(serverLimits(SHOP_TIMES)))
    await client.query(`alter role ${client.escapeIdentifier(role)} in database ${database} set ${name} = ${value}`);
}

/** `creates`: whether the role may create tables. */
type Role = { readonly name: string; readonly superuser: boolean; readonly creates: boolean };

async function roleOf(client: pg.Client): Promise<Role> {
  const { rows } = await client.query<Role>(
    `select rolname as name, rolsuper as superuser, has_schema_privilege(current_schema(), 'create') as creates
     from pg_roles where rolname = current_user`,
  );
  if (!rows[0]) throw new Error("The database does not know its current user");
  return rows[0];
}

/** Grants only what the shop does with the tables; only their owner can change or remove a table. */
async function grantRows(client: pg.Client, role: string): Promise<void> {
  if ((await roleOf(client)).name === role) return;
  const to = client.escapeIdentifier(role);
  await takeLock(client, LOCKS.migrations);
  for (const schema of ["public", "graphile_worker"]) {
    await client.query(`grant usage on schema ${schema} to ${to}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`);
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${to}`);
    await client.query(`grant execute on all functions in schema ${schema} to ${to}`);
  }
  // The job queue's tables have row level security without a policy, which hides all rows from everyone but their
  // owner.
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'graphile_worker' and c.relrowsecurity
       and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = $1)`,
    [role],
  );
  for (const { name } of rows)
    await client.query(`create policy ${to} on graphile_worker.${name} to ${to} using (true) with check (true)`);
  await client.query(`revoke insert, update, delete on kasse_migrations from ${to}`);
}

/**
 * Returns the roles of the embedded database. Initially it only has a superuser, so this creates the shop's own role.
 * Its password is derived from the owner's, so that there is no second password to store.
 */
export async function embeddedRoles(owner: pg.PoolConfig & { readonly password: string }): Promise<DatabaseRoles> {
  const password = createHmac("sha256", owner.password).update(APPLICATION_ROLE).digest("hex");
  await withClient(owner, async (client) => {
    await takeLock(client, LOCKS.migrations);
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [APPLICATION_ROLE]);
    const verb = rowCount === 0 ? "create" : "alter";
    await client.query(
      `${verb} role ${APPLICATION_ROLE} login nosuperuser nocreatedb nocreaterole password '${password}'`,
    );
  });
  const application = { ...owner, user: APPLICATION_ROLE, password };
  return { owner, application, direct: application, replica: null, pooler: false };
}

async function withClient<T>(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection });
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    throw new DatabaseUnreachable(client, error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
