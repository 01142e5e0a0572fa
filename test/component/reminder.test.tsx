import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerOnce, sentWith } from "./support/answers.ts";
import { openStep, reload, visit } from "./support/open.tsx";
import { onPage, register, summary } from "./support/steps.ts";
import { words } from "./support/words.ts";

test("at registration a shopper can ask for a reminder by mail", async () => {
  await openStep("3");
  await page.getByRole("checkbox", { name: words.account.remind }).click();
  await register();
  await onPage("4");
  expect(sentWith("newCustomer")).toMatchObject([{ remind: true }]);
});

test("the reminder keeps its tick after a reload, as long as its e-mail", async () => {
  await openStep("3");
  const remind = page.getByRole("checkbox", { name: words.account.remind });
  await remind.click();
  await reload();
  await expect.element(remind).toBeChecked();
});

test("a mailed reminder continues the order in another browser; a wrong link shows what to do", async () => {
  const { id } = await openStep("1", { path: "/mobile/SMART60" });
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  await visit("/continue#wrong");
  await expect.element(page.getByRole("alert")).toMatchTextContent(words.server.order.continueDead);
  // The mail comes a day later; its link is answered like in another browser: with the goods, in a new checkout.
  const record = { type: "Tariff", tariff: "SMART60", binding: "182400001" } as const;
  answerOnce("checkoutLink", { checkoutId: id, page: "3", record });
  await visit("/continue#right");
  await onPage("3");
  await expect.element(summary()).toMatchTextContent("SMART 60");
});
