import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { answerOnce, changeStepOnce } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { edit, field, press } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { eid } = words.identity;
const verified = {
  state: "verified",
  reading: {
    fields: {
      citizenship: "CH",
      identifiedBy: "182400004",
      idNo: "X1234567",
      issueDate: "2022-05-01",
      validUntil: "2032-04-30",
      issuer: "BCS",
    },
    offered: true,
    person: { last_name: "BEISPIEL", first_name: "NORA", birthday: "1991-03-14" },
    differs: [],
  },
} satisfies AnswerOf<"eidState">;

/** Offers the e-ID the next time that a step is entered, which must be step 5. */
const offerEid = () => changeStepOnce("5", (answer) => ({ ...answer, eid: { replacesPicture: false } }));

test("an e-ID fills the form, and still counts after a visit to another step", async () => {
  await openStep("5");
  offerEid();
  await reload();
  answerOnce("beginEid", { link: "https://wallet.example.ch/1", secret: "a-secret", secondsLeft: 600 });
  await page.getByRole("button", { name: eid.button }).click();
  await expect.element(page.getByText(eid.waiting)).toBeVisible();
  answerOnce("eidState", verified);
  // Asks at once instead of after the next interval.
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText(eid.done)).toBeVisible();
  await expect.element(field(words.customer.fields.issuer)).toHaveValue("BCS");
  await edit("4a");
  await expect.element(page.getByRole("button", { name: words.address.changeOf })).toBeVisible();
  offerEid();
  answerOnce("eidState", verified);
  await press(words.address.purchase);
  await expect.element(page.getByText(eid.done)).toBeVisible();
});
