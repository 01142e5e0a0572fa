import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./config/config.ts";
import { doesWork } from "./config/process-role.ts";

/** The build lacks files that a production server needs. The message is for the operator. */
export class IncompleteBuildError extends Error {
  override readonly name = "IncompleteBuildError";
}

/** Number of missing files that the message names. */
const NAMED = 5;

/** The files that `npm run build` made of one entry (Vite's manifest). */
type Chunk = { readonly file: string; readonly css?: readonly string[]; readonly assets?: readonly string[] };

/**
 * Throws an IncompleteBuildError if this is production and the build lacks a file that the process needs. In
 * development a missing build is no mistake: pages then come from another server, or there are only calls.
 * `root`: the folder of `npm run build`.
 */
export async function checkBuiltFiles(
  config: Pick<Config, "production" | "processRole" | "deskUrl">,
  root = "dist",
): Promise<void> {
  if (!config.production) return;
  const missing = await missingBuiltFiles(config, root);
  if (missing.length === 0) return;
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : "";
  throw new IncompleteBuildError(
    `the build is incomplete, ${missing.slice(0, NAMED).join(", ")}${more} missing: install the whole release, or build with \`npm run build\`.`,
  );
}

/** Returns the paths of the missing files. */
async function missingBuiltFiles(
  { processRole, deskUrl }: Pick<Config, "processRole" | "deskUrl">,
  root: string,
): Promise<readonly string[]> {
  const hasDesk = deskUrl !== null && doesWork(processRole, "desk");
  // The desk shows previews of the shop's pages.
  const hasShop = doesWork(processRole, "shop") || hasDesk;
  const lists = [
    listed(join(root, "programs"), "files.json", (list) => list as readonly string[]),
    ...(hasShop ? [listed(join(root, "client"), ".vite/manifest.json", filesOfManifest)] : []),
    ...(hasDesk ? [listed(join(root, "desk"), ".vite/manifest.json", filesOfManifest)] : []),
  ];
  const needed = [...(await Promise.all(lists)).flat(), ...(hasShop ? [join(root, "server/server-entry.js")] : [])];
  const exist = await Promise.all(needed.map(exists));
  return needed.filter((_, index) => !exist[index]);
}

/** Returns the paths of a list and of the files in it; only that of the list if it is missing. */
async function listed(
  folder: string,
  list: string,
  read: (list: unknown) => readonly string[],
): Promise<readonly string[]> {
  const path = join(folder, list);
  if (!(await exists(path))) return [path];
  return [path, ...read(JSON.parse(await readFile(path, "utf8"))).map((file) => join(folder, file))];
}

const filesOfManifest = (manifest: unknown): readonly string[] => [
  ...new Set(
    Object.values(manifest as Readonly<Record<string, Chunk>>).flatMap(({ file, css = [], assets = [] }) => [
      file,
      ...css,
      ...assets,
    ]),
  ),
];

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
