import type { Config } from "./settings.ts";

/**
 * Checks settings of different chapters that a server needs together. Returns a sentence for each missing one. Commands
 * do not check this, because they can run on a machine that is not a server.
 */
export function missingPartners(config: Config): readonly string[] {
  const { deskUrl, deskLogin, managementPort, processRole, databaseUrl, readUrl } = config;
  return [
    ...(readUrl !== null && databaseUrl === null
      ? ["DATABASE_READ_URL is set, but DATABASE_URL is not; the embedded database has no replica."]
      : []),
    ...(deskUrl !== null && managementPort === null
      ? ["DESK_URL is set, but MANAGEMENT_PORT is not; the desk is served on that port."]
      : []),
    ...(processRole === "desk" && deskUrl === null
      ? ["PROCESS_ROLE is desk, but DESK_URL is not set; set it to the address at which people reach the desk."]
      : []),
    ...(deskLogin.provider === "oidc" && deskUrl === null
      ? ["DESK_LOGIN is oidc, but DESK_URL is not set; the provider sends people back to that address."]
      : []),
  ];
}
