import { afterEach, expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { openStep } from "./support/open.tsx";
import { onPage, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

/** Animations shorter than a frame are invisible. */
const isSeen = ({ effect }: Animation) => Number(effect?.getComputedTiming().activeDuration) > 16;

afterEach(() => commands.emulateMedia({ forcedColors: "none", reducedMotion: "no-preference" }));

for (const [name, media] of [
  ["forced colours", { forcedColors: "active" }],
  ["reduced motion", { reducedMotion: "reduce" }],
] as const)
  test(`${name}: the step works, and the selected card looks different from the others`, async () => {
    await commands.emulateMedia(media);
    await openStep("1", { path: "/mobile/SMART60" });
    const limit = page.getByRole("checkbox", { name: words.checkout.limit.set });
    await expect.element(limit).toBeVisible();
    const box = limit.element();
    const appearance = () =>
      JSON.stringify(
        [box, ...(box.parentElement?.querySelectorAll("*") ?? [])].map((each) => {
          const { borderColor, backgroundColor, outlineStyle, boxShadow, opacity } = getComputedStyle(each);
          return [borderColor, backgroundColor, outlineStyle, boxShadow, opacity];
        }),
      );
    const before = appearance();
    await limit.click();
    // An element under the pointer looks different anyway.
    await userEvent.unhover(limit);
    await expect.poll(appearance).not.toBe(before);
    if (name === "reduced motion") expect(document.getAnimations().filter(isSeen)).toEqual([]);
    await press(words.checkout.steps["1"].go);
    await onPage("3");
  });
