import { chown, lstat, mkdir, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { locateBinaries, stageBinaries, linkInPlace, type Binaries } from "./binaries.ts";
import { run } from "./command.ts";
import { EmbeddedPostgresError } from "./error.ts";
import type { Identity } from "./command.ts";
import { fileOwner, identitiesFor, ownerOf, ourselves, reachOf } from "./identity.ts";
import { clusterVersion, initialise } from "./initialise.ts";

/** Everything a server needs before it can start. */
export interface Setting {
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
}

/** The folder of the database below the data folder. */
export const clusterIn = (dataDir: string): string => join(dataDir, "postgres");

/** Picks the first identity that reaches the data folder, and binaries which it can run. */
export async function pickIdentity(dataDir: string, cluster: string): Promise<Omit<Setting, "cluster">> {
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
  const { output } = await run(ourselves, [installed.postgres, "--version"]);
  throw new EmbeddedPostgresError(
    "folder-unusable",
    `PostgreSQL cannot run on ${dataDir} as ${candidates.map(({ name }) => name).join(" or ")} (${output.trim()}): ` +
      "run Kasse as an ordinary user, set DATA_DIR to a folder others may enter, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

/** Gives the cluster to the user PostgreSQL will run as; it refuses files of anybody else, even readable ones. */
async function handOver(cluster: string, identity: Identity): Promise<void> {
  const owner = fileOwner(identity) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const current = await lstat(cluster);
  if (current.uid === owner.uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      "folder-unusable",
      `${cluster} belongs to user ${current.uid}: run Kasse as that user, or give it to this one with \`chown -R\`.`,
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
 * Makes a folder with all above it; answers the first that it made. Node's own recursive mkdir never returns where the
 * system says "no such file" for a folder whose parent is there, as /proc does.
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

/** Finds user and binaries, and makes the cluster when there is none yet. Throws an EmbeddedPostgresError. */
export async function setUp(dataDir: string, log: (message: string) => void): Promise<Setting> {
  const { uid, gid } = await ownerOf(dataDir);
  const created = await makeFolder(dataDir);
  // Root at work in somebody's project shall leave no folder there that its owner cannot use.
  if (created !== undefined && process.getuid?.() === 0 && uid !== 0) await chown(dataDir, uid, gid);
  const cluster = clusterIn(await realpath(dataDir));
  const setting = { cluster, ...(await pickIdentity(dataDir, cluster)) };
  const version = await clusterVersion(cluster);
  if (version === null) {
    if (!(await isEmptyOrMissing(cluster))) {
      throw new EmbeddedPostgresError(
        "folder-unusable",
        `${cluster} holds files but no database: move them away, or set DATA_DIR to another folder.`,
      );
    }
    log(`Setting up a new database in ${cluster}.`);
    await initialise(cluster, setting.binaries, setting.identity);
  }
  await checkVersion(setting);
  await handOver(cluster, setting.identity);
  return setting;
}

async function checkVersion({ cluster, binaries, identity }: Setting): Promise<void> {
  const made = await clusterVersion(cluster);
  const { output } = await run(identity, [binaries.postgres, "--version"]);
  const ours = /\) (\d+)/.exec(output)?.[1];
  if (made === ours) return;
  throw new EmbeddedPostgresError(
    "folder-unusable",
    `The database in ${cluster} was made by PostgreSQL ${made}, this Kasse brings ${ours}: export it with the Kasse that made it, and import it here.`,
  );
}
