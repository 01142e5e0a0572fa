import { DESK_PAGES } from "#contract/desk/paths.ts";
import type { Config } from "#server/config/config.ts";

/** Returns the link for an invited person. The secret comes after the `#`, so that it does not appear in any log. */
export function invitationLink({ deskUrl, publicUrl }: Pick<Config, "deskUrl" | "publicUrl">, secret: string): string {
  return `${deskUrl ?? publicUrl}${DESK_PAGES}/invitation#${secret}`;
}
