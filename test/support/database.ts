import { inject } from "vitest";
import { createDatabase, type TestDatabase } from "./test-server.ts";

export type { TestDatabase };

/** Creates a database on the server of this run (`createDatabase`). */
export const createTestDatabase = (options?: { readonly empty?: boolean }): Promise<TestDatabase> =>
  createDatabase(inject("postgres"), options);
