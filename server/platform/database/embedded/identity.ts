import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { run, type Identity } from "./command.ts";

const nobody = 65534;

/** Ourselves, as we are. */
export const ourselves: Identity = { name: "this user", prefix: [] };

/** A user namespace in which our own user wears another number: same files, but not root for PostgreSQL. */
const namespace: Identity = {
  name: "this user in a user namespace",
  prefix: ["unshare", "--user", `--map-user=${nobody}`, `--map-group=${nobody}`, "--"],
};

const otherUser = (uid: number, gid: number): Identity => ({ name: `user ${uid}`, prefix: [], uid, gid });

/**
 * Another user with root's leave to pass folders closed to it, such as a project below /root. The secure bit keeps that
 * leave valid for access(2), with which PostgreSQL looks for its own program.
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

/** The owner of a path or, while that does not exist, of the nearest folder above it. */
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
 * As whom PostgreSQL may run on files of that owner, best first. An ordinary user runs it as itself; a number without a
 * user name (containers) needs a namespace, because initdb asks for the name. Root runs it as the folder's owner, and
 * where that is root too, as root in a namespace or as nobody.
 */
export function identitiesFor(owner: { uid: number; gid: number }): readonly Identity[] {
  if (process.getuid?.() !== 0) return isKnownUser() ? [ourselves] : [namespace, ourselves];
  if (owner.uid !== 0) return [otherUser(owner.uid, owner.gid), otherUserEverywhere(owner.uid, owner.gid)];
  return [namespace, otherUser(nobody, nobody), otherUserEverywhere(nobody, nobody)];
}

/** What an identity can reach: the folder, and the program in it that we want to run. */
export type Reach = "all" | "folder-only" | "nothing";

/** Finds out by trying, because namespaces, capabilities and mount options cannot be foretold. */
export async function reachOf(identity: Identity, folder: string, program: string): Promise<Reach> {
  const script = 'cd "$1" || exit 3; "$2" --version || exit 4';
  const { code } = await run(identity, ["/bin/sh", "-c", script, "sh", folder, program]);
  if (code === 0) return "all";
  return code === 4 ? "folder-only" : "nothing";
}

let deathSignal: Promise<boolean> | undefined;

/** The same identity with the program's life bound to ours, where the system can do that (Linux with util-linux). */
export async function boundToUs(identity: Identity): Promise<Identity> {
  const prefix = ["setpriv", "--pdeathsig", "INT", "--"];
  deathSignal ??= run({ name: "probe", prefix }, ["true"]).then(({ code }) => code === 0);
  return (await deathSignal) ? { ...identity, prefix: [...identity.prefix, ...prefix] } : identity;
}

/** Whose the data folder has to be for this identity. */
export function fileOwner(identity: Identity): { uid: number; gid: number } | undefined {
  if (identity.owner) return identity.owner;
  if (identity.uid === undefined || identity.gid === undefined) return undefined;
  return { uid: identity.uid, gid: identity.gid };
}
