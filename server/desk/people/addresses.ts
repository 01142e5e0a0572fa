import { DESK_API, DESK_LOGIN_PAGE, DESK_PATHS } from "#contract/desk/paths.ts";
import type { Config } from "#server/config/config.ts";

type Needs = Pick<Config, "deskUrl" | "publicUrl">;

/** The address of the desk, without a path. On a machine that only runs commands it may not be set. */
export const deskAddress = ({ deskUrl, publicUrl }: Needs): string => deskUrl ?? publicUrl;

/** The redirect address, which has to be registered at the login provider. */
export const returnAddress = (config: Needs): string =>
  `${deskAddress(config)}${DESK_API}${DESK_PATHS.providerReturn[1]}`;

/** The redirect address after a logout at the provider. */
export const loginPageAddress = (config: Needs): string => `${deskAddress(config)}${DESK_LOGIN_PAGE}`;
