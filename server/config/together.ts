import { FILE_RULES } from "./files.ts";
import { equalPorts } from "./ports.ts";
import type { Rule } from "./rule.ts";

/** A rule with one sentence. */
const rule =
  (isBroken: (config: Parameters<Rule>[0]) => boolean, sentence: string): Rule =>
  (config) =>
    isBroken(config) ? [sentence] : [];

/**
 * Settings of different chapters that a server needs together. Only a server and `kasse config check` check them:
 * other commands can run on a machine that is not a server.
 */
export const PARTNERS: readonly Rule[] = [
  rule(
    ({ readUrl, databaseUrl }) => readUrl !== null && databaseUrl === null,
    "DATABASE_READ_URL is set, but DATABASE_URL is not; the embedded database has no replica.",
  ),
  rule(
    ({ deskUrl, managementPort }) => deskUrl !== null && managementPort === null,
    "DESK_URL is set, but MANAGEMENT_PORT is not; the desk is served on that port.",
  ),
  rule(
    ({ processRole, deskUrl }) => processRole === "desk" && deskUrl === null,
    "PROCESS_ROLE is desk, but DESK_URL is not set; set it to the address at which people reach the desk.",
  ),
  rule(
    ({ deskLogin, deskUrl, processRole }) =>
      deskLogin.provider === "oidc" && deskUrl === null && processRole !== "desk",
    "DESK_LOGIN is oidc, but DESK_URL is not set; the provider sends people back to that address.",
  ),
  equalPorts,
  ...FILE_RULES,
];
