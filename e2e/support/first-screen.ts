import type { Page } from "@playwright/test";
import { SUMMARY } from "./purchase.ts";

/** Height of a field that is enough to be seen and pressed, in px. */
const SEEN = 44;

/**
 * `top` and `field`: top of the first field or choice of the step, and bottom of its part that must be visible; `bar`:
 * top of the bar. In px.
 */
export type FirstScreen = {
  readonly top: number;
  readonly field: number;
  readonly bar: number;
  readonly barHeight: number;
};

/** Returns the position of the current step's first field. */
export async function firstScreen(page: Page): Promise<FirstScreen> {
  const bar = await page.getByRole("complementary", { name: SUMMARY }).boundingBox();
  const first = await page.locator("[data-state=now]").evaluate((step, most) => {
    const fields = [...step.querySelectorAll("input, select, textarea")].map((each) => each.closest("label") ?? each);
    const boxes = fields.map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 1);
    const [box] = boxes.sort((one, other) => one.top - other.top);
    return box ? { top: box.top, seen: box.top + Math.min(box.height, most) } : null;
  }, SEEN);
  return {
    top: first?.top ?? Infinity,
    field: first?.seen ?? Infinity,
    bar: bar?.y ?? 0,
    barHeight: bar?.height ?? Infinity,
  };
}
