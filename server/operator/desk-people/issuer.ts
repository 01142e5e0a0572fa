import type { Config } from "#server/config/config.ts";

/** Returns the issuer of the provider at which people log in; null if they are invited. */
export const issuerOf = ({ deskLogin }: Pick<Config, "deskLogin">): string | null =>
  deskLogin.provider === "oidc" ? deskLogin.issuer : null;
