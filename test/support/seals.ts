import { createSeals } from "#server/platform/encryption/seals.ts";

/** Seals with a fixed key, and no data folder. */
export const TEST_SEALS = createSeals([{ id: "test", key: Buffer.alloc(32, 9) }], "/nowhere");
