import { afterAll } from "vitest";
import { commands } from "vitest/browser";

declare module "vitest/browser" {
  interface BrowserCommands {
    takeCore: () => Promise<void>;
    releaseCore: () => Promise<void>;
  }
}

/** Loaded before each component file: it waits for a core of the machine, and gives it back at its end. */
await commands.takeCore();
afterAll(() => commands.releaseCore());
