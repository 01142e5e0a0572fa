import type { Config } from "#server/config/config.ts";

/** The provider at which people log in, as its issuer; null if they are invited. */
export const issuerOf = ({ deskLogin }: Pick<Config, "deskLogin">): string | null =>
  deskLogin.provider === "oidc" ? deskLogin.issuer : null;
