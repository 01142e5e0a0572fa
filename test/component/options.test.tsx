import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openStep } from "./support/open.tsx";
import { words } from "./support/words.ts";

const { bundles, limit } = words.checkout;
const { bonus } = words.watch;
const { next, previous } = words.common;

/** Returns how many cards of a list are completely visible, and whether the edge of another one is. */
function shown(list: Element): { readonly whole: number; readonly edge: boolean } {
  const frame = list.getBoundingClientRect();
  const cards = [...list.children].map((card) => card.getBoundingClientRect());
  const whole = cards.filter(({ left, right }) => left >= frame.left - 1 && right <= frame.right + 1).length;
  return { whole, edge: cards.some(({ left, right }) => left < frame.right - 20 && right > frame.right + 1) };
}

describe("options in a row", () => {
  afterEach(() => page.viewport(1280, 800));

  test.each([
    ["bundles", 320, 1],
    ["bundles", 540, 2],
    ["bundles", 810, 3],
    ["bundles", 1080, 4],
    ["bonus", 320, 1],
    ["bonus", 540, 2],
    ["bonus", 810, 3],
    ["bonus", 1280, 4],
  ] as const)(
    "%s at %i px: %i complete cards, and the edge of the next if there are more",
    async (kind, width, whole) => {
      await page.viewport(width, 800);
      await openStep("1", { path: "/mobile/SMART60", record: { bonus: 1, tv_tariff: "TVS", tv_duration: 3 } });
      const list = page.getByRole("list", { name: kind === "bonus" ? bonus.options : bundles.title });
      const of = kind === "bonus" ? 7 : 4;
      await expect.poll(() => list.element().children.length).toBe(of);
      if (kind === "bonus") {
        // The list starts at a position where the selected card is completely visible.
        const frame = list.element().getBoundingClientRect();
        const chosen = () => list.element().querySelector(":checked")?.closest("li")?.getBoundingClientRect();
        await expect
          .poll(() => (chosen()?.left ?? 0) >= frame.left && (chosen()?.right ?? 0) <= frame.right)
          .toBe(true);
      }
      list.element().scrollTo({ left: 0, behavior: "instant" });
      await expect.poll(() => shown(list.element())).toEqual({ whole, edge: of > whole });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const words = [...list.element().querySelectorAll("label, label span")];
      expect(words.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)).toEqual([]);
    },
  );

  test("Tab and arrow keys show the whole card that they focus", async () => {
    await page.viewport(390, 800);
    await openStep("1", { path: "/mobile/SMART60" });
    const list = page.getByRole("list", { name: bundles.title });
    const boxes = list.getByRole("checkbox");
    await expect.element(boxes.first()).toBeVisible();
    const seen = async (index: number) => {
      await expect.element(boxes.nth(index)).toHaveFocus();
      // The list moves while the page is still being laid out.
      await expect
        .poll(() => {
          const frame = list.element().getBoundingClientRect();
          const card = boxes.nth(index).element().closest("li")?.getBoundingClientRect();
          return card ? [card.left >= frame.left, card.right <= frame.right] : null;
        })
        .toEqual([true, true]);
    };
    (boxes.first().element() as HTMLElement).focus();
    await userEvent.keyboard("{Tab}");
    await seen(1);
    await userEvent.keyboard("{ArrowRight}");
    await seen(2);
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    await seen(3);
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}{ArrowLeft}");
    await seen(1);
    await userEvent.keyboard("{ArrowRight}");
    await seen(2);
    await page.viewport(320, 800);
    await seen(2);
  });

  test("arrows lead to the rest and stop there; keys choose, and the focused card is visible", async () => {
    await openStep("1", { path: "/mobile/SMART60", record: { bonus: 1, tv_tariff: "TVS", tv_duration: 24 } });
    // The bundles fit, so these arrows are the only ones.
    const [back, on] = [page.getByRole("button", { name: previous }), page.getByRole("button", { name: next })];
    await expect.element(back).toBeDisabled();
    await on.click();
    await expect.element(back).toBeEnabled();
    // The number of presses to the end depends on the width of the cards.
    await expect.poll(() => ((on.element() as HTMLElement).click(), on.element().ariaDisabled)).toBe("true");
    await expect.element(on).toHaveFocus();
    const radios = page.getByRole("list", { name: bonus.options }).getByRole("radio");
    (radios.first().element() as HTMLElement).focus();
    // Waits until the row has stopped, because the next key would stop it halfway.
    await expect.element(back).toBeDisabled();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(radios.nth(1)).toBeChecked();
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    await expect.element(back).toBeEnabled();
  });
});

test("the slider shows no limit at first, and moving it sets one", async () => {
  await openStep("1", { path: "/mobile/SMART60" });
  const slider = page.getByRole("slider", { name: limit.title });
  await expect.element(slider).toHaveAttribute("aria-valuetext", limit.none);
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(slider).toHaveAttribute("aria-valuetext", "CHF\u00a0101.–");
  await expect.element(page.getByRole("checkbox", { name: limit.set })).toBeChecked();
  await page.getByRole("checkbox", { name: limit.none }).click();
  await expect.element(slider).toHaveAttribute("aria-valuetext", limit.none);
});
