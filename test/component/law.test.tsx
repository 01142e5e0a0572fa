import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { changeStepOnce } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { field } from "./support/steps.ts";
import { words } from "./support/words.ts";

test("step 5 offers the documents that the server lists, and shows whether a copy is needed", async () => {
  await openStep("5");
  const { documents, fields, image } = words.customer;
  await expect.element(page.getByText(image.hint, { exact: true })).toBeVisible();
  changeStepOnce("5", (answer) => ({
    ...answer,
    documents: {
      offered: { swiss: ["182400003", "182400007"], neighbours: [], eu: [], others: [] },
      copyNeeded: false,
    },
  }));
  await reload();
  await expect.element(page.getByText(image.hintTv)).toBeVisible();
  await expect.element(page.getByText(image.hint, { exact: true })).not.toBeInTheDocument();
  const offered = field(fields.identifiedBy).element();
  if (!(offered instanceof HTMLSelectElement)) throw new Error("The types of document are no list");
  expect([...offered.options].map(({ text }) => text)).toEqual([documents.swissIdCard, documents.permitB]);
});
