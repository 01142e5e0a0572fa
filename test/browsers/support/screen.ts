import { rolldown } from "rolldown";
import { expect } from "vitest";
import type { Driver, Found } from "./driver.ts";

/** Maximum time to wait: a browser with a share of a processor needs many seconds to show a page. */
const TIMEOUT_MS = 60_000;

let finder: Promise<string> | null = null;
/** Returns the finder as one script, which is bundled once. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: "test/browsers/support/finder.ts" });
  const { output } = await bundle.generate({ format: "iife", name: "finder", minify: true });
  await bundle.close();
  return output[0].code;
}

type Place = "byRole" | "byLabel" | "shows";

/** The actions and observations of a shopper, by roles, names and labels. Each waits until its element exists. */
export class Screen {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  async click(role: string, name: string): Promise<void> {
    await this.act("byRole", [role, name], (found) => found.click());
  }

  async fill(label: string, text: string): Promise<void> {
    await this.act("byLabel", [label], (found) => found.type(text));
  }

  async upload(path: string): Promise<void> {
    const input = await this.driver.element("document.querySelector('input[type=file]')");
    await input?.choose(path);
  }

  async sees(text: string): Promise<void> {
    await this.becomes(await this.expression("shows", [text]), true);
  }

  async has(role: string, name: string): Promise<void> {
    await this.becomes(`${await this.expression("byRole", [role, name])} !== null`, true);
  }

  async fieldHas(label: string, text: string): Promise<void> {
    await this.becomes(`${await this.expression("byLabel", [label])}?.value`, text);
  }

  async at(path: RegExp): Promise<void> {
    await expect.poll(() => this.driver.address(), { timeout: TIMEOUT_MS }).toMatch(path);
  }

  async becomes(expression: string, value: unknown): Promise<void> {
    const look = () => this.driver.value(expression).catch(() => undefined);
    await expect.poll(look, { timeout: TIMEOUT_MS, message: expression.slice(-120) }).toEqual(value);
  }

  /** Finds an element and acts on it, and retries if the page has replaced it in between. */
  private async act(place: Place, names: readonly string[], action: (found: Found) => Promise<void>): Promise<void> {
    const expression = await this.expression(place, names);
    const once = async () => {
      const found = await this.driver.element(expression);
      if (found === null) return "not found";
      return action(found).then(
        () => "done",
        (error: unknown) => String(error),
      );
    };
    await expect.poll(once, { timeout: TIMEOUT_MS, message: names.join(" ") }).toBe("done");
  }

  private async expression(place: Place, names: readonly string[]): Promise<string> {
    const code = await (finder ??= bundled());
    return `(() => {${code};return finder.${place}(...${JSON.stringify(names)})})()`;
  }
}
