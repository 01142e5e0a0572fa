import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldPlaces = expiredBefore("launch_places", "admitted_at");
