import { chown, lstat, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { locateBinaries, stageBinaries, linkInPlace, type Binaries } from "./binaries.ts";
import { run, type Identity } from "./process.ts";
import { EmbeddedPostgresError } from "./error.ts";
import { fileOwner, identitiesFor, ownerOf, currentUser, reachOf } from "./identity.ts";
import { clusterVersion, initialise } from "./initialise.ts";

/** The cluster, and the binaries and identity to run it with. */
export interface Prepared {
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
}

/** Returns the folder of the database in the data folder. */
export const clusterIn = (dataDir: string): string => join(dataDir, "postgres");

/** Picks the first identity that can access the data folder, and binaries that it can run. */
export async function pickIdentity(dataDir: string, cluster: string): Promise<Omit<Prepared, "cluster">> {
  const installed = locateBinaries();
  const inPlace = await linkInPlace(installed);
  const candidates = identitiesFor(await ownerOf(cluster));
  for (const identity of candidates) {
    const reach = await reachOf(identity, dataDir, installed.postgres);
    if (reach === "nothing") continue;
    if (reach === "all" && inPlace) return { identity, binaries: inPlace };
    const staged = await stageBinaries(installed);
    if ((await reachOf(identity, dataDir, staged.postgres)) === "all") return { identity, binaries: staged };
  }
  const { output } = await run(currentUser, [installed.postgres, "--version"]);
  throw new EmbeddedPostgresError(
    "folder-unusable",
    `PostgreSQL cannot run on ${dataDir} as ${candidates.map(({ name }) => name).join(" or ")} (${output.trim()}): ` +
      "run Kasse as an ordinary user, set DATA_DIR to a folder that others may enter, or set DATABASE_URL to your own PostgreSQL.",
  );
}

/**
 * Makes the user that PostgreSQL runs as the owner of the cluster, because PostgreSQL refuses the files of other users.
 */
async function handOver(cluster: string, identity: Identity): Promise<void> {
  const owner = fileOwner(identity) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const current = await lstat(cluster);
  if (current.uid === owner.uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      "folder-unusable",
      `${cluster} belongs to user ${current.uid}: run Kasse as that user, or change its owner with \`chown -R\`.`,
    );
  }
  for (const name of await readdir(cluster, { recursive: true })) {
    await chown(join(cluster, name), owner.uid, owner.gid);
  }
  await chown(cluster, owner.uid, owner.gid);
}

async function isEmptyOrMissing(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length === 0;
}

/**
 * Creates a folder and its missing parents. Returns the topmost folder that it created. Node's recursive mkdir is not
 * used, because it never returns if mkdir fails with ENOENT although the parent exists, as in /proc.
 */
async function makeFolder(folder: string): Promise<string | undefined> {
  const failure = await mkdir(folder).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
  if (failure === null) return folder;
  if (failure.code === "EEXIST" && (await stat(folder)).isDirectory()) return undefined;
  if (failure.code !== "ENOENT" || dirname(folder) === folder) throw failure;
  const first = await makeFolder(dirname(folder));
  await mkdir(folder);
  return first ?? folder;
}

/**
 * Finds the identity and binaries, and creates the cluster if there is none. Throws an EmbeddedPostgresError on
 * failure.
 */
export async function setUp(dataDir: string, log: (message: string) => void): Promise<Prepared> {
  const { uid, gid } = await ownerOf(dataDir);
  const created = await makeFolder(dataDir);
  // If root runs Kasse in another user's project, that user must still be able to access the new folder.
  if (created !== undefined && process.getuid?.() === 0 && uid !== 0) await chown(dataDir, uid, gid);
  const cluster = clusterIn(await realpath(dataDir));
  const prepared = { cluster, ...(await pickIdentity(dataDir, cluster)) };
  const version = await clusterVersion(cluster);
  if (version === null) {
    if (!(await isEmptyOrMissing(cluster))) {
      throw new EmbeddedPostgresError(
        "folder-unusable",
        `${cluster} contains files but no database: move them away, or set DATA_DIR to another folder.`,
      );
    }
    log(`Setting up a new database in ${cluster}.`);
    await initialise(cluster, prepared.binaries, prepared.identity);
  }
  await checkVersion(prepared);
  await handOver(cluster, prepared.identity);
  return prepared;
}

async function checkVersion({ cluster, binaries, identity }: Prepared): Promise<void> {
  const made = await clusterVersion(cluster);
  const { output } = await run(identity, [binaries.postgres, "--version"]);
  const ours = /\) (\d+)/.exec(output)?.[1];
  if (made === ours) return;
  throw new EmbeddedPostgresError(
    "folder-unusable",
    `The database in ${cluster} was created by PostgreSQL ${made}, but this Kasse has ${ours}: export it with the Kasse that created it, and import it here.`,
  );
}
