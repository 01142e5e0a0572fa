import { limitTable } from "../schemas.ts";
import { setting } from "../setting.ts";

/** Other limits than the usual ones (`server/config/limits.ts`). */
export const LIMIT_SETTINGS = {
  limits: setting("LIMITS", limitTable, {
    default: "",
    about:
      "other limits than those of the table below, as `name=count …`, such as `codesInAll=200 callsPerAddress=6000`",
  }),
} as const;
