import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openStep } from "./support/open.tsx";
import { words } from "./support/words.ts";

const { bonus, bundles, limit } = words.checkout;
const seen = (elements: readonly Element[]) => elements.filter((each) => each.checkVisibility()).length;

describe("options", () => {
  afterEach(() => page.viewport(1280, 800));

  test("up to four are all visible, without any control, at every width", async () => {
    await openStep("1");
    const all = page.getByRole("list", { name: bundles.title }).getByRole("checkbox");
    for (const width of [320, 540, 810, 1280]) {
      await page.viewport(width, 800);
      await expect.poll(() => all.elements().length).toBe(4);
      for (const bundle of all.all()) {
        await expect.element(bundle).toBeVisible();
        const { x } = bundle.element().getBoundingClientRect();
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
      }
    }
    await expect.element(page.getByRole("button", { name: /^Alle/ })).not.toBeInTheDocument();
  });

  test("of more than four, four and the chosen one are shown, and all on demand; on a phone the neighbours peek in", async () => {
    await openStep("1", { path: "/mobile/SMART60" });
    await page.getByRole("checkbox", { name: bonus.switch }).click();
    const list = page.getByRole("list", { name: bonus.options });
    const radios = list.getByRole("radio", { includeHidden: true });
    await expect.poll(() => seen(radios.elements())).toBe(4);
    const all = page.getByRole("button", { name: words.common.showAll.replace("{count}", "7") });

    await page.viewport(390, 844);
    await expect.poll(() => seen(radios.elements())).toBe(7);
    const frame = list.element();
    const [first, second, third] = [...frame.children];
    frame.scrollTo({ left: second!.clientWidth + 12, behavior: "instant" });
    // The second card is centred, so that 22 px and the list's own edge of the first and the third are seen.
    const { left, right } = frame.getBoundingClientRect();
    for (const peek of [first!.getBoundingClientRect().right - left, right - third!.getBoundingClientRect().left]) {
      expect(Math.round(peek)).toBeGreaterThanOrEqual(22);
      expect(Math.round(peek)).toBeLessThanOrEqual(30);
    }

    await all.click();
    await expect.element(all).not.toBeInTheDocument();
    await expect.element(radios.nth(4)).toHaveFocus();
    await page.viewport(1280, 800);
    await expect.poll(() => seen(radios.elements())).toBe(7);
  });
});

test("the slider is at rest without a limit, and moving it sets one", async () => {
  await openStep("1", { path: "/mobile/SMART60" });
  const slider = page.getByRole("slider", { name: limit.title });
  await expect.element(slider).toHaveAttribute("aria-valuetext", limit.none);
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "CHF 101.-");
  await expect.element(page.getByRole("checkbox", { name: limit.set })).toBeChecked();
  await page.getByRole("checkbox", { name: limit.none }).click();
  await expect.element(slider).toHaveAttribute("aria-valuetext", limit.none);
});
