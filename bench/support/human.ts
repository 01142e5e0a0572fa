import type { Locator, Page } from "@playwright/test";

/** A person's speed: ms before each press, and characters typed per second. */
export type Pace = { readonly press: number; readonly rate: number };

/** Simulates a person who presses and types at a given pace. Counts clicks, fields and time. */
export class Human {
  clicks = 0;
  typed = 0;
  characters = 0;
  private readonly seen = new Set<string>();
  private readonly page: Page;
  private readonly pace: Pace;

  constructor(page: Page, pace: Pace) {
    this.page = page;
    this.pace = pace;
  }

  /** The URLs of the pages where the person pressed or typed, in order. */
  get pages(): readonly string[] {
    return [...this.seen];
  }

  async press(what: Locator): Promise<void> {
    await this.reach(what);
    await what.click();
    this.clicks += 1;
  }

  /** Types into a field that is reached with Tab, which takes the time of a press but is no click. */
  async type(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await field.focus();
    await field.pressSequentially(text, { delay: 1000 / this.pace.rate });
    this.typed += 1;
    this.characters += text.length;
  }

  async choose(file: Locator, path: string): Promise<void> {
    await this.reach(file, "attached");
    await file.setInputFiles(path);
    this.clicks += 1;
  }

  private async reach(what: Locator, state: "visible" | "attached" = "visible"): Promise<void> {
    await what.waitFor({ state });
    const { origin, pathname } = new URL(this.page.url());
    this.seen.add(origin + pathname);
    await this.page.waitForTimeout(this.pace.press);
  }
}
