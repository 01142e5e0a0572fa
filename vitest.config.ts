import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "e2e/**", "dist/**", ".node/**", ".data/**"];

const http = {
  environment: "node" as const,
  globalSetup: ["test/support/global-setup.ts"],
  setupFiles: ["test/support/record.ts"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};
const notHttp = ["test/core/**", "test/specification/**"];

/** What tells most of a database: all of it where a run is full. */
const onPostgres = process.env["KASSE_TEST_FULL"]
  ? ["test/**/*.test.ts"]
  : ["checkout/postpaid", "database/migrate", "jobs/orphans", "order/races", "payment/prepaid", "retention/purge"].map(
      (file) => `test/${file}.test.ts`,
    );

export default defineConfig({
  test: {
    // Much of the time a test waits for a server or a killed process to come back: two files at once, on two cores too.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    projects: [
      {
        test: {
          name: "unit",
          include: ["{core,contract,server,web,locales,bench,tools}/**/*.test.{ts,tsx}", "test/core/**/*.test.ts"],
          exclude,
          environment: "node",
        },
      },
      {
        test: {
          name: "http",
          include: ["test/**/*.test.ts"],
          exclude: [...exclude, ...notHttp],
          ...http,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // After the HTTP tests: it looks at what they exchanged.
        test: {
          name: "specification",
          include: ["test/specification/**/*.test.ts"],
          exclude,
          environment: "node",
          globalSetup: ["test/specification/global-setup.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      {
        // The HTTP tests once more, on a PostgreSQL server that they start themselves.
        test: {
          name: "postgres",
          include: onPostgres,
          // These are about the embedded database itself.
          exclude: [...exclude, ...notHttp, "test/database/embedded.test.ts"],
          ...http,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
