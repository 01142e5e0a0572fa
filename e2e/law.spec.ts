import { expect, test } from "./support/server.ts";
import { openDocumentStep, newEmail, WORDS } from "./support/purchase.ts";

const words = WORDS.de;

test("step 5 offers the documents that the server names, and says whether a copy is needed", async ({ page }) => {
  const law = { offered: { swiss: ["182400003", "182400007"], neighbours: [], eu: [], others: [] }, copyNeeded: false };
  await page.route("**/public-api/prepare/5/*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), documents: law } });
  });
  await openDocumentStep(page, "/mobile/SMART30", newEmail());
  const { documents, fields, image } = words.customer;
  const offered = page.getByLabel(fields.identifiedBy, { exact: true });
  await expect(offered.locator("option")).toHaveText([documents.swissIdCard, documents.permitB]);
  await expect(page.getByText(image.hintTv)).toBeVisible();
  await expect(page.getByText(image.hint, { exact: true })).toBeHidden();
});
