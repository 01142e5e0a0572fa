import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { run, type Identity } from "./process.ts";

const nobody = 65534;

/** The current user, unchanged. */
export const currentUser: Identity = { name: "this user", prefix: [] };

/**
 * The current user under another id in a user namespace. It keeps its file access, but PostgreSQL does not notice that
 * it is root.
 */
const namespace: Identity = {
  name: "this user in a user namespace",
  prefix: ["unshare", "--user", `--map-user=${nobody}`, `--map-group=${nobody}`, "--"],
};

const otherUser = (uid: number, gid: number): Identity => ({ name: `user ${uid}`, prefix: [], uid, gid });

/**
 * Another user, with root's permission to enter private folders, such as a project in /root. The secure bit extends the
 * permission to access(2), which PostgreSQL uses to find its own program.
 */
const otherUserEverywhere = (uid: number, gid: number): Identity => ({
  name: `user ${uid} with root's access to folders`,
  prefix: [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    "--securebits=+no_setuid_fixup",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--",
  ],
  owner: { uid, gid },
});

function isKnownUser(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/** Returns the owner of a path, or of its nearest existing parent folder. */
export async function ownerOf(path: string): Promise<{ uid: number; gid: number }> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (dirname(path) === path) throw error;
    return ownerOf(dirname(path));
  }
}

/**
 * Returns the identities that PostgreSQL can run as if that user owns its files, best first. An ordinary user runs it
 * as itself. A user id without a name (in containers) needs a namespace, because initdb requires a name. Root runs it
 * as the folder's owner or, if root itself owns the folder, in a namespace or as nobody.
 */
export function identitiesFor(owner: { uid: number; gid: number }): readonly Identity[] {
  if (process.getuid?.() !== 0) return isKnownUser() ? [currentUser] : [namespace, currentUser];
  if (owner.uid !== 0) return [otherUser(owner.uid, owner.gid), otherUserEverywhere(owner.uid, owner.gid)];
  return [namespace, otherUser(nobody, nobody), otherUserEverywhere(nobody, nobody)];
}

/** What an identity can access: the folder and the program, only the folder, or nothing. */
export type Reach = "all" | "folder-only" | "nothing";

/** Tests the access by running a program, because access also depends on namespaces, capabilities and mount options. */
export async function reachOf(identity: Identity, folder: string, program: string): Promise<Reach> {
  const script = 'cd "$1" || exit 3; "$2" --version || exit 4';
  const { code } = await run(identity, ["/bin/sh", "-c", script, "sh", folder, program]);
  if (code === 0) return "all";
  return code === 4 ? "folder-only" : "nothing";
}

let deathSignal: Promise<boolean> | undefined;

/**
 * Returns the same identity, whose programs now also end when this process ends, if the system supports that (Linux
 * with util-linux).
 */
export async function boundToThisProcess(identity: Identity): Promise<Identity> {
  const prefix = ["setpriv", "--pdeathsig", "INT", "--"];
  deathSignal ??= run({ name: "probe", prefix }, ["true"]).then(({ code }) => code === 0);
  return (await deathSignal) ? { ...identity, prefix: [...identity.prefix, ...prefix] } : identity;
}

/** Returns the user that must own the data folder for this identity; undefined means the current user. */
export function fileOwner(identity: Identity): { uid: number; gid: number } | undefined {
  if (identity.owner) return identity.owner;
  if (identity.uid === undefined || identity.gid === undefined) return undefined;
  return { uid: identity.uid, gid: identity.gid };
}
