import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Rules that axe applies only on request: target size (WCAG 2.5.8), and visible text as part of a name (WCAG 2.5.3).
 */
const OFF_BY_DEFAULT = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };

/**
 * Returns violations of all axe rules, including best practices: `rule: elements`. Skips frames, in which the pages
 * under test run no script. Axe runs in the page itself and describes only violations: by default, each call opens a
 * second page and describes every element.
 */
export async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .exclude("iframe")
    .options({ rules: OFF_BY_DEFAULT, resultTypes: ["violations"] })
    .setLegacyMode();
  return (await axe.analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

/** Waits for fonts and animations: a text that is still fading in has too little contrast. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== "running" || effect?.getComputedTiming().iterations === Infinity),
  );
}
