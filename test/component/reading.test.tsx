import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { answerOnce, changeStepOnce, failOnce, sentWith } from "./support/answers.ts";
import { openStep, reload } from "./support/open.tsx";
import { choosePicture, field, fillDocument, onPage, press, smallPicture } from "./support/steps.ts";
import { words } from "./support/words.ts";

const { documents, fields, identity, image, terms } = words.customer;
const text = words.identity.reading;
const prepaid = { path: "/mobile/PREPAID0" };

/** The content of a passport whose name and birthday differ from the shopper's. */
const passport = {
  fields: { citizenship: "CH", identifiedBy: "182400004", idNo: "X1234567", validUntil: "2032-04-30" },
  offered: true,
  person: { last_name: "MUSTER", first_name: "LENA", birthday: "1990-01-01" },
  differs: ["last_name", "first_name", "birthday"],
} satisfies AnswerOf<"documentReading">["reading"];

/** Chooses a picture for which the shop returns this reading. */
async function choose(reading: AnswerOf<"documentReading">["reading"]): Promise<void> {
  answerOnce("documentReading", { reading });
  await choosePicture(await smallPicture());
}

const question = () => page.getByRole("alert").filter({ hasText: text.differs });

describe("the document", () => {
  test("fills the form, and shows contradictions as questions", async () => {
    await openStep("5", prepaid);
    await choose(passport);
    await expect.element(page.getByText(text.done)).toBeVisible();
    await expect.element(field(fields.idNo)).toHaveValue("X1234567");
    await expect.element(field(fields.validUntil)).toHaveValue("30.04.2032");
    await expect.element(field(fields.idNo)).toHaveAccessibleDescription(text.mark);
    await expect.element(field(fields.validUntil)).toHaveAccessibleDescription(text.mark);
    // The zone contains neither.
    await expect.element(field(fields.issuer)).toHaveValue("");
    await expect.element(field(fields.issueDate)).toHaveValue("");
    await expect.element(question()).toMatchTextContent("MUSTER");
    await expect.element(question()).toMatchTextContent("Beispiel");
    (question().getByRole("button", { name: text.keep }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(question()).not.toBeInTheDocument();
    // The shopper can change a field that was read, which then loses its mark.
    await field(fields.idNo).fill("X7654321");
    await expect.element(field(fields.idNo)).not.toHaveAccessibleDescription(text.mark);
    const typed = page.getByRole("status").filter({ hasText: "X7654321" });
    await typed.getByRole("button", { name: text.use }).click();
    await expect.element(field(fields.idNo)).toHaveValue("X1234567");
  });

  test("with contradictions shows a question, and overwrites no typed text", async () => {
    await openStep("5", prepaid);
    await field(fields.idNo).fill("A1234567");
    await choose(passport);
    await expect.element(page.getByText(text.done)).toBeVisible();
    await expect.element(field(fields.idNo)).toHaveValue("A1234567");
    await expect.element(page.getByRole("status").filter({ hasText: "A1234567" })).toMatchTextContent("X1234567");
    // The other fields were empty.
    await expect.element(field(fields.validUntil)).toHaveValue("30.04.2032");
  });

  test("is compared again after the details of step 4 were changed", async () => {
    await openStep("5", prepaid);
    await choose(passport);
    await page.getByRole("button", { name: text.change }).click();
    await onPage("4");
    await field(fields.lastName).fill("Muster");
    await field(fields.firstName).fill("Lena");
    answerOnce("documentReading", { reading: { ...passport, differs: ["birthday"] } });
    await press(words.checkout.saveAndReturn);
    await onPage("5");
    await expect.element(field(fields.idNo)).toHaveValue("X1234567");
    await expect.element(question()).toMatchTextContent(fields.birthday);
    await expect.element(question()).not.toMatchTextContent("Muster");
    const [first, second] = sentWith("documentReading");
    expect(second).toEqual(first);
    expect(sentWith("validateCustomer")).toMatchObject([{ last_name: "Muster", first_name: "Lena" }]);
  });

  test("that the contract does not accept is reported as such", async () => {
    await openStep("5");
    await choose({ ...passport, fields: { citizenship: "IT", idNo: "YA1234567" }, offered: false, differs: [] });
    await expect.element(page.getByText(text.notOffered)).toBeVisible();
  });

  test("with a permit lets the shopper choose its category, among those of the citizenship that was read, or of none", async () => {
    await openStep("5");
    const idNo = `P${Date.now()}`;
    await choose({
      ...passport,
      fields: { citizenship: "XXA", idNo, validUntil: "2032-04-30" },
      differs: [],
    });
    await expect.element(page.getByText(text.done)).toBeVisible();
    await expect.element(field(fields.citizenship)).toHaveDisplayValue(words.identity.stateless);
    const type = field(fields.identifiedBy);
    await expect.element(type).toHaveAccessibleDescription(text.chooseType);
    await type.selectOptions(documents.permitB);
    await field(fields.issuer).fill("Zürich");
    await field(fields.issueDate).fill("1.5.2022");
    await page.getByRole("checkbox", { name: terms.agree }).click();
    await press(identity.order);
    await onPage("7");
    expect(sentWith("createCustomer")).toMatchObject([{ citizenship: "XXA", identifiedBy: "182400007", idNo }]);
  });
});

describe("the shopper types the data", () => {
  test("and can order, after a picture without a zone", async () => {
    await openStep("5");
    await expect.element(page.getByText(text.tip)).toBeVisible();
    await choosePicture(await smallPicture());
    await expect.element(page.getByText(text.none)).toBeVisible();
    await fillDocument({ picture: false });
    await press(identity.order);
    await onPage("7");
  });

  test("and another file that is no picture shows no note about the previous one", async () => {
    await openStep("5");
    await choosePicture(await smallPicture());
    await expect.element(page.getByText(text.none)).toBeVisible();
    for (const [file, mistake] of [
      [new File([], "empty.jpg", { type: "image/jpeg" }), words.server.error.notAnImage],
      [new File(["%PDF-1.7"], "scan.pdf", { type: "application/pdf" }), image.type],
    ] as const) {
      await choosePicture(file);
      await expect.element(page.getByText(mistake)).toBeVisible();
      await expect.element(page.getByText(text.none)).not.toBeInTheDocument();
    }
    await choosePicture(await smallPicture());
    await expect.element(page.getByText(text.none)).toBeVisible();
  });

  test("after a failed reading", async () => {
    await openStep("5");
    failOnce("documentReading", "network");
    await choosePicture(await smallPicture());
    await expect.element(page.getByText(text.none)).toBeVisible();
  });
});

test("a shop that reads no documents shows no promise of it", async () => {
  await openStep("5");
  changeStepOnce("5", (answer) => ({ ...answer, documentRead: false }));
  await reload();
  await expect.element(page.getByText(image.formats)).toBeVisible();
  await expect.element(page.getByText(text.tip)).not.toBeInTheDocument();
});
