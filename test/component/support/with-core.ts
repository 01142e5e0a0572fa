import { afterAll, afterEach } from "vitest";
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

/** Number of characters of the page in the message of a failure. */
const SHOWN = 600;
// A failure that does not come again is understood only by what the page showed then.
afterEach(({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error) error.message += `\nThe page ${location.pathname} showed: ${document.body.innerText.slice(0, SHOWN)}`;
});
