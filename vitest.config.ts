import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { HEADLESS_SHELL } from "./e2e/support/browsers.ts";
import * as deskCommands from "./test/component/desk/support/desk-commands.ts";
import {
  drag,
  emulateMedia,
  holdElsewhere,
  pressAtProvider,
  readPage,
  releaseCore,
  seedStep,
  takeCore,
} from "./test/component/support/shop-commands.ts";
import { PATIENCE_MS } from "./test/support/patience.ts";
import { freePort } from "./test/support/ports.ts";
import { EMBEDDED_ONLY, LONG, REPEATED } from "./tools/test/kinds.ts";

const exclude = [...configDefaults.exclude, "e2e/**", "dist/**", ".node/**", ".data/**"];

/** Long, so that only what hangs fails on a busy machine; what must be quick has a limit of its own. */
const TIMEOUT_MS = 300_000;

/** A whole sale in a browser, beside all other tests. */
const SALE_TIMEOUT_MS = 2 * TIMEOUT_MS;

/** A worker loads a module once for all of its files: loading takes longer than most of them. */
const isolate = false;

/** Tests of rules, which need nothing but Node. */
export const unit = {
  name: "unit",
  environment: "node" as const,
  exclude,
  isolate,
  provide: { suite: "unit" },
  setupFiles: ["test/support/with-core.ts"],
  testTimeout: TIMEOUT_MS,
};

/** Tests that talk to a running shop. */
export const http = {
  name: "http",
  environment: "node" as const,
  isolate,
  provide: { suite: "http" },
  globalSetup: ["test/support/global-setup.ts"],
  setupFiles: [
    "test/support/with-core.ts",
    "test/support/transactions.ts",
    "test/support/record.ts",
    "test/support/quick-hashing.ts",
  ],
  testTimeout: TIMEOUT_MS,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE_MS } },
};
const notHttp = ["test/core/**", "test/specification/**", "test/browsers/**"];
const FULL = Boolean(process.env["KASSE_TEST_FULL"]);
const LONG_TESTS = LONG.map((folder) => `${folder}/*.test.ts`);

/** The shop behind the component tests, which their global setup starts. */
const componentPort = (process.env["KASSE_COMPONENT_PORT"] ??= String(await freePort()));
const componentShop = `http://127.0.0.1:${componentPort}`;
const deskPort = (process.env["KASSE_COMPONENT_DESK_PORT"] ??= String(await freePort()));
/** The desk's calls, but not its modules, which are in a folder of the same name. */
const DESK_CALLS = String.raw`^/desk/api/(?!.*\.tsx?(\?|$))`;

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...unit,
          include: [
            "{core,contract,server,extensions,web,desk,locales,bench,tools}/**/*.test.{ts,tsx}",
            "test/core/**/*.test.ts",
          ],
          exclude: [...exclude, "extensions/*/test/**"],
        },
      },
      {
        test: {
          ...http,
          include: ["test/**/*.test.ts", "extensions/*/test/**/*.test.ts"],
          exclude: [...exclude, ...notHttp, ...LONG_TESTS, ...(FULL ? EMBEDDED_ONLY : [])],
        },
      },
      {
        // Components in a real browser.
        plugins: [react()],
        json: { namedExports: false },
        // Their packages are found before the first test: one that is found later has the page loaded again.
        optimizeDeps: { entries: ["web/BrowserRoutes.tsx", "desk/Desk.tsx"], include: ["valibot"] },
        css: { modules: { localsConvention: "camelCaseOnly" } },
        server: {
          proxy: {
            "/public-api": componentShop,
            "/sandbox": componentShop,
            [DESK_CALLS]: `http://127.0.0.1:${deskPort}`,
          },
        },
        test: {
          name: "component",
          include: ["test/component/**/*.test.tsx"],
          isolate,
          globalSetup: ["test/component/support/global-setup.ts"],
          setupFiles: ["test/component/support/with-core.ts"],
          testTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            locators: { exact: false },
            viewport: { width: 1280, height: 800 },
            commands: {
              drag,
              emulateMedia,
              holdElsewhere,
              pressAtProvider,
              readPage,
              releaseCore,
              seedStep,
              takeCore,
              ...deskCommands,
            },
            provider: playwright({
              launchOptions: { executablePath: HEADLESS_SHELL, args: ["--no-sandbox", "--disable-gpu"] },
              contextOptions: { locale: "de-CH", timezoneId: "Europe/Zurich" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      // Sales in the browsers beside Chromium, which Playwright cannot drive.
      {
        test: {
          ...http,
          name: "browsers",
          provide: { suite: "browsers" },
          include: ["test/browsers/*.test.ts"],
          exclude,
          testTimeout: SALE_TIMEOUT_MS,
        },
      },
      {
        // Runs after the HTTP tests and checks what they exchanged.
        test: {
          name: "specification",
          include: ["test/specification/**/*.test.ts"],
          exclude,
          environment: "node",
          globalSetup: ["test/specification/global-setup.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // On the kind of database server that `http` does not use (`test/support/global-setup.ts`).
        test: {
          ...http,
          name: "repeated",
          provide: { suite: "repeated" },
          include: FULL ? [...REPEATED, ...EMBEDDED_ONLY, ...LONG_TESTS] : REPEATED,
          exclude,
        },
      },
    ],
  },
});
