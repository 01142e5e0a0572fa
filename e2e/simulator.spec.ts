import type { Page } from "@playwright/test";
import { violations } from "./support/axe.ts";
import { partOf, repair, rowsOf, test, TITLES } from "./support/console.ts";
import {
  chooseLogin,
  fillDocument,
  fillPerson,
  findAddress,
  orderNumber,
  press,
  toAddress,
  WORDS,
} from "./support/purchase.ts";
import { expect } from "./support/server.ts";

test.use({ played: ["receiver", "customer-base", "twilio", "smdp"] });

const words = WORDS.de;
const { thanks } = words.customer;

async function ordered(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { name: thanks.title })).toBeVisible();
  return orderNumber(page);
}

test("a state read before a switch was changed does not change it back", async ({ desk }) => {
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  await desk.route("**/state", async (route) => {
    const response = await route.fetch();
    await wait(1500);
    await route.fulfill({ response });
  });
  // Meanwhile other states are requested and answered.
  await desk.route("**/failures/**", async (route) => {
    await wait(4000);
    await route.continue();
  });
  // An answer is on its way now.
  await desk.waitForRequest("**/state");
  const radio = partOf(desk, TITLES.twilio).getByRole("radio", { name: "Until switched off" }).first();
  const seen = await radio.evaluate(async (element: HTMLInputElement) => {
    element.click();
    const states: boolean[] = [];
    for (let times = 0; times < 350; times += 1) {
      await new Promise((done) => setTimeout(done, 20));
      states.push(element.checked);
    }
    return states;
  });
  expect([...new Set(seen)]).toEqual([true]);
  await desk.unrouteAll({ behavior: "ignoreErrors" });
  await repair(desk, TITLES.twilio);
});

test("a customer of the base logs in with a code by text message, which the page shows, and installs the eSIM", async ({
  page,
  desk,
}) => {
  await page.goto("/mobile/SIMONLY20");
  await page.getByRole("button", { name: words.shop.buy.button }).filter({ visible: true }).first().click();
  await press(page, words.checkout.steps["1"].go);
  await chooseLogin(page, words, "sms");
  await page.getByLabel(words.account.phone, { exact: true }).fill("078 400 00 04");
  await press(page, words.account.sendCode);
  const text = rowsOf(desk, TITLES.twilio, "Texts").filter({ hasText: "41784000004" });
  await expect(text).toHaveCount(1);
  await page.getByLabel(words.account.code, { exact: true }).fill(await text.getByRole("cell").nth(1).innerText());
  await press(page, words.account.login);
  await expect(page).toHaveURL(/\/checkout\/4$/);
  await expect(page.getByLabel(words.customer.fields.firstName, { exact: true })).toHaveValue("Lea");

  await page.getByRole("radio", { name: words.customer.sim.esim }).check();
  await fillPerson(page, words);
  await toAddress(page, words);
  await findAddress(page, words);
  await fillDocument(page, words);
  const install = partOf(desk, TITLES.smdp).getByRole("button", { name: /^Install on a phone/ });
  const before = await install.count();
  await press(page, words.customer.identity.order);
  await ordered(page);
  await expect(install).toHaveCount(before + 1);
  await install.first().click();
  await expect(desk.getByRole("status")).toHaveText(/installed\.$/);
  await page.reload();
  await expect(
    page.getByRole("region", { name: words.order.esim.title }).getByText(words.order.esim.installed),
  ).toBeVisible();
});

test("the simulator's page has no accessibility faults, works by keyboard, and obeys its own policy", async ({
  desk,
}) => {
  const blocked: string[] = [];
  desk.on("console", (message) => message.type() === "error" && blocked.push(message.text()));
  await desk.reload();
  const decline = partOf(desk, TITLES.customers).getByRole("group", { name: "Decline", exact: true });
  await decline.getByRole("radio", { name: "Off", exact: true }).focus();
  await desk.keyboard.press("ArrowRight");
  await expect(desk.getByRole("status")).toHaveText(`${TITLES.customers}: Decline, once.`);
  await expect(decline.getByRole("radio", { name: "Once" })).toBeFocused();
  await expect(decline.getByRole("radio", { name: "Once" })).toBeChecked();
  const number = partOf(desk, TITLES.customers).getByLabel(/^Number, such as/);
  await number.fill("41791234567");
  await desk.keyboard.press("Enter");
  await expect(
    rowsOf(desk, TITLES.customers, "Numbers that cannot be transferred").getByRole("cell").first(),
  ).toHaveText("41791234567");
  expect(await violations(desk)).toEqual([]);
  expect(blocked).toEqual([]);
});
