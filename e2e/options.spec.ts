import { expect, test } from "./support/server.ts";
import { WORDS } from "./support/purchase.ts";

const words = WORDS.de;

test("up to four options are all visible, without any control, at every width", async ({ page }) => {
  await page.goto("/mobile/SMART30");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const bundles = page.getByRole("list", { name: words.checkout.bundles.title }).getByRole("checkbox");
  for (const width of [320, 540, 810, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bundles).toHaveCount(4);
    for (const bundle of await bundles.all()) {
      await expect(bundle).toBeVisible();
      const { x } = (await bundle.boundingBox()) ?? { x: -1 };
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(width);
    }
  }
  await expect(page.getByRole("button", { name: /^Alle/ })).toHaveCount(0);
});

test("of more than four, four and the chosen one are shown, and all on demand; on a phone the neighbours peek in", async ({
  page,
}) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  await page.getByRole("checkbox", { name: words.checkout.bonus.switch }).check();
  const options = page.getByRole("list", { name: words.checkout.bonus.options });
  const radios = options.getByRole("radio");
  await expect(radios.filter({ visible: true })).toHaveCount(4);
  const all = page.getByRole("button", { name: words.common.showAll.replace("{count}", "7") });

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(radios.filter({ visible: true })).toHaveCount(7);
  await options.evaluate((list) => list.scrollTo({ left: list.children[1]!.clientWidth + 12, behavior: "instant" }));
  // The second card is centred, so that 22 px and the list's own edge of the first and the third are seen.
  const peeks = await options.evaluate((list) => {
    const frame = list.getBoundingClientRect();
    const [first, , third] = [...list.children].map((item) => item.getBoundingClientRect());
    return [first!.right - frame.left, frame.right - third!.left].map(Math.round);
  });
  for (const peek of peeks) {
    expect(peek).toBeGreaterThanOrEqual(22);
    expect(peek).toBeLessThanOrEqual(30);
  }

  await all.click();
  await expect(all).toHaveCount(0);
  await expect(radios.nth(4)).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(radios.filter({ visible: true })).toHaveCount(7);
});

test("the slider is at rest without a limit, and moving it sets one", async ({ page }) => {
  await page.goto("/mobile/SMART60");
  await page.getByRole("button", { name: words.shop.buy.button }).click();
  const slider = page.getByRole("slider", { name: words.checkout.limit.title });
  await expect(slider).toHaveAttribute("aria-valuetext", words.checkout.limit.none);
  await slider.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "CHF 101.-");
  await expect(page.getByRole("checkbox", { name: words.checkout.limit.set })).toBeChecked();
  await page.getByRole("checkbox", { name: words.checkout.limit.none }).check();
  await expect(slider).toHaveAttribute("aria-valuetext", words.checkout.limit.none);
});
