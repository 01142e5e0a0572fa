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
          exclude: [...exclude, "test/core/**"],
          environment: "node",
          globalSetup: ["test/support/global-setup.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
