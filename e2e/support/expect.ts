import { expect as base } from "@playwright/test";

/**
 * Waits long, so that only what hangs fails on a busy machine. Tools and benchmarks use it too: outside of its runner,
 * Playwright gives up after 5 s.
 */
export const expect = base.configure({ timeout: 150_000 });
