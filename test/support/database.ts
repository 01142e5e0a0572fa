import { inject } from "vitest";
import { createDatabase, type DatabaseState, type TestDatabase } from "./test-server.ts";

export type { TestDatabase };

/** Creates a database on the server of this run (`createDatabase`). */
export const createTestDatabase = (state?: DatabaseState): Promise<TestDatabase> =>
  createDatabase(inject("postgres"), state);
