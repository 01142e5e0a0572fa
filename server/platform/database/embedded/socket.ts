import { createHash } from "node:crypto";
import { chown, lstat, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Identity } from "./command.ts";
import { fileOwner } from "./identity.ts";

/** The port is only part of the socket's file name: nothing listens on the network. */
export const port = 5432;

/** Maximum path length of a socket in bytes: that of macOS. Linux allows 107. */
const longestPath = 103;

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestPath;

/**
 * The folder of the socket: the data folder, which is closed to other users, or a closed folder in the system's temporary
 * folder if that path is too long for a socket.
 */
export async function socketFolder(cluster: string, identity: Identity): Promise<string> {
  if (fits(cluster)) return cluster;
  const parent = [tmpdir(), "/tmp"].find((folder) => fits(join(folder, "kasse-0123456789ab"))) ?? "/tmp";
  const owner = fileOwner(identity) ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const folder = join(parent, `kasse-${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch {
    const found = await lstat(folder);
    if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0) return folder;
    // Another user has a folder of that name: use an unpredictable one.
    return closedFolder(await mkdtemp(join(parent, "kasse-")), owner);
  }
  return closedFolder(folder, owner);
}

async function closedFolder(folder: string, owner: { uid: number; gid: number }): Promise<string> {
  await chown(folder, owner.uid, owner.gid);
  return folder;
}
