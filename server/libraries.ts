import { createRequire } from "node:module";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Config } from "#server/config/config.ts";
import type { Rule } from "#server/config/rule.ts";
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

/** Rules that each library which the settings need is installed. They load none. */
export const libraryRules = (root = ROOT): readonly Rule[] => [
  ...LIBRARIES.map(
    (each): Rule =>
      (config) =>
        each.isNeeded(config) ? missing(each, root) : [],
  ),
  ...(EXTENSIONS as readonly Extension[]).map(({ library, options = {}, isOn }): Rule => (config) => {
    if (!library || !isOn(config)) return [];
    const [chosen = ""] = chosenOptions(options, config);
    return missing({ ...library, setting: library.setting ?? chosen }, root);
  }),
];

const missing = (library: Library, root: URL): readonly string[] => {
  const { folder, name, setting } = library;
  if (isInstalled(library, root)) return [];
  return [
    `${setting} needs the library ${name}, which is not installed: run \`npm ci --omit=dev --prefix libraries/${folder}\`, or build the image with LIBRARIES=${folder}.`,
  ];
};

function isInstalled({ folder, name }: Library, root: URL): boolean {
  try {
    createRequire(new URL(`${folder}/index.ts`, root)).resolve(name);
    return true;
  } catch {
    return false;
  }
}
