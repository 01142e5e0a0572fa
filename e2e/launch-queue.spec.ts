import type { Page } from "@playwright/test";
import { API_PREFIX, XSRF } from "../contract/paths.ts";
import { expect, test, type Server } from "./support/server.ts";

// 60 purchases of a product may begin a minute: one a second.
test.use({ settings: { LAUNCH_PER_MINUTE: "60" } });

// Each test has a product of its own, so that no test waits for the queue of another one.
const LONG = "182400001";
const RECORDS = {
  AARE5: { type: "Tariff", tariff: "SMART60", mobile: "AARE5", binding: LONG },
  SMART100: { type: "Tariff", tariff: "SMART100" },
  SMART60: { type: "Tariff", tariff: "SMART60" },
  SIMONLY20: { type: "Tariff", tariff: "SIMONLY20" },
  PIZLITE: { type: "Tariff", tariff: "SMART30", mobile: "PIZLITE", binding: LONG },
  SAENTISX: { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX", binding: LONG },
};

/** Lets others begin until the next shopper has this many in front. */
async function crowd({ url }: Server, product: keyof typeof RECORDS, before: number): Promise<void> {
  const headers = { "content-type": "application/json", cookie: `${XSRF.cookie}=crowd`, [XSRF.header]: "crowd" };
  for (;;) {
    const answer = await fetch(`${url}${API_PREFIX}/checkout`, {
      method: "POST",
      headers,
      body: JSON.stringify(RECORDS[product]),
    });
    const body = (await answer.json()) as { before?: number };
    if ((body.before ?? -1) >= before) return;
  }
}
const queue = (page: Page) => page.getByRole("dialog", { name: "A lot of people want to order right now" });
const buy = (page: Page) => page.getByRole("button", { name: "To checkout" });

test("a crowd: the shopper sees the place, keeps it over a reload, and enters by itself", async ({ page, server }) => {
  await crowd(server, "AARE5", 5);
  await page.goto("/en/device/AARE5");
  await buy(page).click();
  await expect(queue(page).getByRole("status")).toContainText(/(\d+ people are|1 person is) ahead of you/);
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await page.reload();
  await expect(queue(page).getByRole("status")).toContainText("ahead of you");
  await page.waitForURL("**/en/checkout/1*");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a permalink leads to the queue by itself, and from there into the checkout", async ({ page, server }) => {
  await crowd(server, "SMART60", 5);
  await page.goto("/en/buy/SMART60?bundles=EU10&source=launch");
  await expect(queue(page).getByRole("status")).toContainText(/(\d+ people are|1 person is) ahead of you/);
  await page.reload();
  await expect(queue(page).getByRole("status")).toContainText("ahead of you");
  await page.waitForURL("**/en/checkout/1*");
  const { rows } = await server.database.pool.query("select source from checkouts order by created_at desc limit 1");
  expect(rows).toEqual([{ source: "link:launch" }]);
});

test("a second Enter neither leaves the queue nor loses the place", async ({ page, server }) => {
  await crowd(server, "SMART100", 12);
  await page.goto("/en/mobile/SMART100");
  await buy(page).focus();
  await page.keyboard.press("Enter");
  await expect(queue(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(queue(page)).toBeVisible();
});

test("a damaged entry does not stop the buy button", async ({ page }) => {
  await page.goto("/en/mobile/SMART30");
  for (const damaged of [
    "{",
    "5",
    '{"/mobile/SMART30":{"open":true}}',
    '{"/mobile/SMART30":{"ticket":5,"open":true}}',
  ]) {
    await page.evaluate((value) => sessionStorage.setItem("kasse.queue", value), damaged);
    await page.reload();
    await expect(buy(page)).toBeEnabled();
  }
  await buy(page).click();
  await page.waitForURL("**/en/checkout/1*");
});

test("closing the dialog keeps the place, leaving gives it up", async ({ page, server }) => {
  await crowd(server, "SIMONLY20", 12);
  await page.goto("/en/mobile/SIMONLY20");
  await buy(page).click();
  const place = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1]);
  await expect(queue(page)).toBeVisible();
  const first = await place();
  await page.keyboard.press("Escape");
  await expect(queue(page)).toBeHidden();
  const resume = page.getByRole("button", { name: "Back to the queue" });
  await expect(resume).toBeEnabled();
  // In another language the place is the same, and nothing happens before a press.
  await page.goto("/fr/mobile/SIMONLY20");
  await expect(page.getByRole("button", { name: "Retour à la file d’attente" })).toBeEnabled();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto("/en/mobile/SIMONLY20");
  await crowd(server, "SIMONLY20", 12);
  await resume.click();
  await expect(queue(page)).toBeVisible();
  expect(await place()).toBeLessThanOrEqual(first);
  await queue(page).getByRole("button", { name: "Leave the queue" }).click();
  await expect(queue(page)).toBeHidden();
  await expect(page).not.toHaveTitle(/^\(/);
  await page.reload();
  await expect(buy(page)).toBeEnabled();
  await expect(queue(page)).toBeHidden();
});

test("the connection is lost while waiting: the place is kept", async ({ page, server, context }) => {
  await crowd(server, "PIZLITE", 8);
  await page.goto("/en/device/PIZLITE");
  await buy(page).click();
  await expect(queue(page)).toBeVisible();
  await context.setOffline(true);
  await expect(queue(page).getByRole("status")).toHaveText("The connection is down. Your place is kept.");
  await context.setOffline(false);
  await page.waitForURL("**/en/checkout/1*", { timeout: 60_000 });
});

test("the last piece is sold while waiting: the shopper reads it", async ({ page, server }) => {
  await crowd(server, "SAENTISX", 12);
  await page.goto("/en/device/SAENTISX");
  await buy(page).click();
  await expect(queue(page)).toBeVisible();
  await server.database.pool.query("update stock set on_hand = 0 where article = 'SAENTISX'");
  await expect(page.getByRole("alertdialog")).toContainText("This device has just sold out.");
  await expect(queue(page)).toBeHidden();
});
