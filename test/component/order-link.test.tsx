import { expect, test } from "vitest";
import { page } from "vitest/browser";
import server from "#locales/de/server.json" with { type: "json" };
import { failOnce } from "./support/answers.ts";
import { goTo, openStep } from "./support/open.tsx";
import { words } from "./support/words.ts";

const { link } = words.order;
const WRONG = `/order#${"x".repeat(32)}`;
const ENDED = server.order.linkDead;

test("a wrong link to an order shows what to do; one whose server does not answer can be retried", async () => {
  await openStep("1");
  await goTo(WRONG);
  await expect.element(page.getByRole("heading", { name: link.title })).toHaveFocus();
  await expect.element(page.getByText(ENDED)).toBeVisible();

  failOnce("orderLink", "network");
  await goTo(WRONG);
  const retry = page.getByRole("button", { name: link.retry });
  await expect.element(retry).toBeVisible();
  await retry.click();
  await expect.element(page.getByText(ENDED)).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});
