import { DESK_PAGES } from "#contract/desk/paths.ts";
import type { Config } from "#server/config/config.ts";

/** The address that somebody who was invited opens. The secret stands behind the `#`, so that it is in no log. */
export function invitationLink({ deskUrl, publicUrl }: Pick<Config, "deskUrl" | "publicUrl">, secret: string): string {
  return `${deskUrl ?? publicUrl}${DESK_PAGES}/invitation#${secret}`;
}
