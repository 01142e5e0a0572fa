import { limitTable } from "../schemas.ts";
import { setting } from "../setting.ts";

/** Changes to the default limits (`server/config/limits.ts`). */
export const LIMIT_SETTINGS = {
  limits: setting("LIMITS", limitTable, {
    default: "",
    about:
      "other counts for the limits below, such as `codesInAll=200 callsPerAddress=6000`. Names end with what they count by; a person is a name with a birthday",
  }),
} as const;
