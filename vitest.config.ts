import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "e2e/**", "dist/**", ".node/**", ".data/**"];

export default defineConfig({
  test: {
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
          exclude: [...exclude, "test/core/**", "test/specification/**"],
          environment: "node",
          globalSetup: ["test/support/global-setup.ts"],
          setupFiles: ["test/support/record.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
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
    ],
  },
});
