import { createRequire } from "node:module";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Config } from "#server/config/config.ts";
import type { Rule } from "#server/config/rule.ts";

/** A library, its folder in `libraries/`, and the setting that needs it. */
type Library = { readonly folder: string; readonly name: string; readonly setting: string };
type Needed = Library & { isNeeded(config: Config): boolean };
/** An extension that may need a library while it is on. */
type WithLibrary = { readonly library?: Library; isOn(config: Config): boolean };

/** The library of each folder in `libraries/`, and the setting that needs it (ADR 24). */
const LIBRARIES: readonly Needed[] = [
  {
    folder: "worldline",
    name: "connect-sdk-nodejs",
    setting: "PAYMENT_PROVIDER=worldline",
    isNeeded: ({ payment }: Config) => payment.provider === "worldline",
  },
  {
    folder: "s3",
    name: "@aws-sdk/client-s3",
    setting: "DOCUMENT_STORE=s3",
    isNeeded: ({ documents }: Config) => documents.provider === "s3",
  },
  {
    folder: "smpp",
    name: "smpp",
    setting: "SMS_PROVIDER=smpp",
    isNeeded: ({ sms }: Config) => sms.provider === "smpp",
  },
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
  {
    folder: "agents",
    name: "structured-headers",
    setting: "AGENTS=ucp",
    isNeeded: ({ agents }: Config) => agents.provider === "ucp",
  },
  ...(EXTENSIONS as readonly WithLibrary[]).flatMap(({ library, isOn }) =>
    library ? [{ ...library, isNeeded: isOn }] : [],
  ),
];

const ROOT = new URL("../../libraries/", import.meta.url);

/** Rules that each library which the settings need is installed. They load none. */
export const libraryRules = (root = ROOT): readonly Rule[] =>
  LIBRARIES.map(
    (each): Rule =>
      (config) =>
        each.isNeeded(config) && !isInstalled(each, root) ? [missing(each)] : [],
  );

const missing = ({ folder, name, setting }: Needed) =>
  `${setting} needs the library ${name}, which is not installed: run \`npm ci --omit=dev --prefix libraries/${folder}\`, or build the image with LIBRARIES=${folder}.`;

function isInstalled({ folder, name }: Needed, root: URL): boolean {
  try {
    createRequire(new URL(`${folder}/index.ts`, root)).resolve(name);
    return true;
  } catch {
    return false;
  }
}
