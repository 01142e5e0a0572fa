import { defineConfig } from "@playwright/test";
import { HEADLESS_SHELL } from "./e2e/support/browsers.ts";
import { today } from "./e2e/support/of-today.ts";

process.env["KASSE_TEST_DAY"] ??= today();

const phoneTests = "**/*.phone.spec.ts";

export default defineConfig({
  testDir: ".",
  testMatch: ["e2e/**/*.spec.ts", "extensions/*/e2e/**/*.spec.ts"],
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results/browser",
  forbidOnly: Boolean(process.env["CI"]),
  retries: 0,
  // Long, so that only what hangs fails on a busy machine.
  timeout: 600_000,
  use: {
    locale: "de-CH",
    timezoneId: "Europe/Zurich",
    // Recording a trace slows every test: `--trace on` records one of the test that failed.
    screenshot: "only-on-failure",
    launchOptions: {
      // Debian's, so that Playwright downloads none.
      executablePath: HEADLESS_SHELL,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "desktop", testIgnore: phoneTests, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      testMatch: phoneTests,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 },
    },
  ],
});
