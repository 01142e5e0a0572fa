import { createRequire } from "node:module";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Config } from "#server/config/config.ts";
import { chosenOptions } from "./extension/chosen.ts";
import type { Extension } from "./extension/extension.ts";

/** A library, its folder in `libraries/`, and the setting that needs it. */
type Library = { readonly folder: string; readonly name: string; readonly setting: string };
type Needed = Library & { isNeeded(config: Config): boolean };
/** The libraries of the core in `libraries/`, and the setting that needs each (ADR 24). */
const LIBRARIES: readonly Needed[] = [
  {
    folder: "openid",
    name: "openid-client",
    setting: "DESK_LOGIN=oidc",
    isNeeded: ({ deskLogin }: Config) => deskLogin.provider === "oidc",
  },
  {
    folder: "openid",
    name: "openid-client",
    setting: "NETWORK=camara",
    isNeeded: ({ network }: Config) => network.provider === "camara",
  },
];

const ROOT = new URL("../libraries/", import.meta.url);

/**
 * Returns a message to the operator about each library that the settings need and that is not installed. Loads none of
 * them.
 */
export function missingLibraries(config: Config, root = ROOT): readonly string[] {
  const needed = [...LIBRARIES.filter((each) => each.isNeeded(config)), ...ofExtensions(config)];
  return needed
    .filter((each) => !isInstalled(each, root))
    .map(
      ({ folder, name, setting }) =>
        `${setting} needs the library ${name}, which is not installed: run \`npm ci --omit=dev --prefix libraries/${folder}\`, or build the image with LIBRARIES=${folder}.`,
    );
}

/** Returns the libraries that extensions need, each with its own setting or the options that are chosen. */
const ofExtensions = (config: Config): readonly Library[] =>
  (EXTENSIONS as readonly Extension[]).flatMap(({ library, options = {}, isOn }) => {
    if (!library || !isOn(config)) return [];
    const [chosen = ""] = chosenOptions(options, config);
    return [{ ...library, setting: library.setting ?? chosen }];
  });

function isInstalled({ folder, name }: Library, root: URL): boolean {
  try {
    createRequire(new URL(`${folder}/index.ts`, root)).resolve(name);
    return true;
  } catch {
    return false;
  }
}
