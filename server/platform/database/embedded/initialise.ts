import { randomBytes } from "node:crypto";
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { run, type Identity, isSignatureAlive, signatureOf } from "./process.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { boundToThisProcess, fileOwner } from "./identity.ts";

/** The only user of the embedded database, and the name of its database. */
export const databaseUser = "kasse";

const passwordFile = "kasse-password";
const temporaryPrefix = "postgres.new-";

/** Reads the password that the first start created. It is in the data folder, readable only by its owner. */
export async function readPassword(cluster: string): Promise<string> {
  return (await readFile(join(cluster, passwordFile), "utf8")).trim();
}

/**
 * Returns the major version of the PostgreSQL that created the database in the folder, such as "18"; null if there is
 * no database.
 */
export async function clusterVersion(cluster: string): Promise<string | null> {
  try {
    return (await readFile(join(cluster, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Removes the leftovers of interrupted first starts, but not the folders of running processes. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    const signature = name.slice(temporaryPrefix.length).split("_")[0] ?? "";
    if (!(await isSignatureAlive(signature))) await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const options = [
  `--username=${databaseUser}`,
  "--auth-local=scram-sha-256",
  "--auth-host=scram-sha-256",
  // The built-in locale sorts text identically on every machine and after every update of the C library.
  "--encoding=UTF8",
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
];

/**
 * Creates a new, empty database cluster. It is created in a temporary folder next to its final location and renamed
 * once it is complete and on disk, so an interrupted start leaves no incomplete cluster. If another process is faster,
 * its cluster is used. Throws an EmbeddedPostgresError with PostgreSQL's reason.
 */
export async function initialise(cluster: string, binaries: Binaries, identity: Identity): Promise<void> {
  const parent = dirname(cluster);
  await removeLeftovers(parent);
  const temporary = await mkdtemp(join(parent, `${temporaryPrefix}${await signatureOf(process.pid)}_`));
  try {
    const fresh = join(temporary, "cluster");
    const password = join(temporary, passwordFile);
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(password, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    const owner = fileOwner(identity);
    if (owner) for (const path of [temporary, fresh, password]) await chown(path, owner.uid, owner.gid);
    const command = [binaries.initdb, `--pgdata=${fresh}`, `--pwfile=${password}`, ...options];
    const { code, output } = await run(await boundToThisProcess(identity), command);
    if (code !== 0) throw explain(output, parent);
    await rename(password, join(fresh, passwordFile));
    await syncFolder(fresh);
    await rename(fresh, cluster).catch(async (error: unknown) => {
      if ((await clusterVersion(cluster)) === null) throw error;
    });
    await syncFolder(parent);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function explain(output: string, folder: string): EmbeddedPostgresError {
  if (/No space left|wrote only/.test(output)) {
    return new EmbeddedPostgresError("disk-full", `The disk holding ${folder} is full: free some space (60 MB).`);
  }
  const reason = /(?:error|FATAL|could not)[: ].*/.exec(output)?.[0] ?? output.trim().split("\n").at(-1) ?? "";
  return new EmbeddedPostgresError(
    "failed-to-start",
    `PostgreSQL could not set up a database in ${folder} (${reason}): fix that, or set DATABASE_URL to your own PostgreSQL.`,
  );
}
