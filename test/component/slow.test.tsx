import { afterEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { failOnce, hold } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { edit, field, fillDocument, onPage, openAddress, press, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { address, common, checkout, customer } = words;
/** An answer that arrives sooner shows no loader, in ms. */
const LOADER_AFTER_MS = 400;
const { go } = checkout.steps["1"];

/** Screen sizes at which the card of a long wait is centred. */
const SIZES = [
  [390, 664],
  [320, 568],
  [1280, 800],
] as const;

/** Holds each timer of this length until the test ends it, so that a slow machine is not mistaken for a slow answer. */
function holdTimers(lengthMs: number): ReadonlyMap<number, () => void> {
  const { setTimeout: start, clearTimeout: clear } = window;
  const held = new Map<number, () => void>();
  vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, ms?: number) => {
    const id = start(run, ms === lengthMs ? 1_000_000 : ms);
    if (ms === lengthMs) held.set(id, run);
    return id;
  }) as typeof window.setTimeout);
  vi.spyOn(window, "clearTimeout").mockImplementation((id) => {
    held.delete(Number(id));
    clear(id);
  });
  return held;
}

describe("an answer that takes long", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("is announced by a card in the middle, on every size", async () => {
    await openStep("5");
    await expect.element(field(customer.fields.idNo)).toBeVisible();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const release = hold("prepare");
    await edit("4a");
    await expect.element(page.getByText(common.loading)).toBeInTheDocument();
    vi.advanceTimersByTime(7000);
    const slow = page.getByText(common.slow);
    await expect.element(slow).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.viewport(width, height);
      await expect.poll(() => innerWidth).toBe(width);
      const card = slow.element().parentElement?.getBoundingClientRect();
      if (!card) throw new Error("The loader has no card");
      expect(Math.abs(card.x + card.width / 2 - width / 2)).toBeLessThan(2);
      expect(card.y + card.height / 2).toBeGreaterThan(height / 3);
      expect(card.y + card.height / 2).toBeLessThan((2 * height) / 3);
      expect(card.x).toBeGreaterThanOrEqual(16);
    }
    await release();
    await expect.element(page.getByText("Bahnhofstrasse 1", { exact: false }).first()).toBeVisible();
    await expect.element(slow).not.toBeInTheDocument();
  });

  test("to a change shows the loader; an immediate one shows none", async () => {
    await openStep("1");
    const loader = page.getByRole("status").filter({ hasText: common.loading });
    const [first, second] = [
      page.getByRole("checkbox", { name: "Balkan Plus" }),
      page.getByRole("checkbox", { name: "Zweitkarte" }),
    ];
    await expect.element(first).toBeEnabled();
    await expect.element(loader).not.toBeInTheDocument();
    const timers = holdTimers(LOADER_AFTER_MS);
    let loaders = 0;
    const watch = new MutationObserver(() => {
      if (document.body.textContent?.includes(common.loading)) loaders += 1;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await first.click();
    await expect.element(summary()).toMatchTextContent("Balkan Plus");
    await expect.poll(() => timers.size).toBe(0);
    expect(loaders).toBe(0);
    watch.disconnect();

    const release = hold("checkout");
    await second.click();
    await expect.poll(() => timers.size).toBe(1);
    timers.forEach((end) => end());
    await expect.element(loader).toBeVisible();
    await release();
    await expect.element(summary()).toMatchTextContent("Zweitkarte");
    await expect.element(loader).not.toBeInTheDocument();
    await expect.element(second).toHaveFocus();
  });

  test("with the rest of a picked address keeps a house number that was corrected meanwhile", async () => {
    await openStep("4a");
    const release = hold("addressPopulation");
    await page.getByRole("combobox", { name: address.search }).fill("bahnhofstr 1 zür");
    await page.getByRole("option", { name: "Bahnhofstrasse 1, 8001 Zürich" }).click();
    await openAddress();
    const number = field(customer.optional.replace("{label}", customer.fields.number));
    await expect.element(number).toHaveValue("1");
    await number.fill("1a");
    await release();
    await expect.element(field(customer.fields.city)).toHaveValue("Zürich");
    await expect.element(number).toHaveValue("1a");
  });
});

describe("a wait", () => {
  test("after the order button: step 5 stays, busy, and says what happens, until the last page can be painted", async () => {
    await openStep("5");
    await fillDocument();
    const release = hold("order");
    await press(customer.identity.order);
    const button = page.getByRole("main").getByRole("button", { name: customer.identity.order }).first();
    await expect.element(page.getByRole("status").filter({ hasText: customer.ordering })).toBeVisible();
    await expect.poll(() => location.pathname).toBe("/checkout/7");
    await expect.element(button).toHaveAttribute("aria-busy", "true");
    await expect.element(field(customer.fields.idNo)).toBeVisible();
    void release();
    await expect.element(page.getByRole("heading", { name: customer.thanks.title })).toHaveFocus();
    await expect.element(page.getByText(customer.ordering)).not.toBeInTheDocument();
  });

  test("for a step's answer: lines stand where its fields will be", async () => {
    await openStep("5");
    await expect.element(field(customer.fields.idNo)).toBeVisible();
    const release = hold("prepare");
    await edit("4a");
    const section = () => document.querySelector('section[aria-current="step"]');
    const lines = () => section()?.querySelector<HTMLElement>("[aria-hidden] > i")?.offsetHeight ?? 0;
    await expect.poll(lines).toBeGreaterThan(50);
    await release();
    await expect.element(page.getByText("Bahnhofstrasse 1", { exact: false }).first()).toBeVisible();
    expect(lines()).toBe(0);
  });
});

describe("step 1", () => {
  test("with a slow list: the button waits for the whole step, and no press is lost", async () => {
    await openStep("1");
    const release = hold("tvOptions");
    await reload();
    const submit = summary().getByRole("button", { name: new RegExp(`^${checkout.continue}`) });
    await expect.element(submit).toBeDisabled();
    const pressed = submit.click();
    void release();
    await pressed;
    await onPage("3");
  });

  test("with a list that fails and one that never arrives: the rest works, and the sale continues", async () => {
    await openStep("1", { path: "/mobile/SMART60" });
    failOnce("bundles", "network");
    hold("tvOptions");
    await reload();
    await expect.element(page.getByRole("checkbox", { name: checkout.limit.set })).toBeVisible();
    await press(go);
    await onPage("3");
  });

  test("has a button that looks pressed before its work starts, also with the Enter key", async () => {
    await openStep("1");
    const submit = page.getByRole("main").getByRole("button", { name: go }).first();
    await expect.element(submit).toBeEnabled();
    const button = submit.element() as HTMLElement;
    const seen = new Promise<string>((resolve) => {
      const watch = new MutationObserver(() => {
        resolve(getComputedStyle(button).opacity);
        watch.disconnect();
      });
      watch.observe(button, { attributeFilter: ["data-pressed"] });
    });
    button.focus();
    await userEvent.keyboard("{Enter}");
    await onPage("3");
    expect(Number(await seen)).toBe(0.8);
  });
});
