import type { IdentityField } from "#core/form/fields.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { changeDraft, forgetOldDrafts, readDraft } from "./draft.ts";
import { forgetPerson } from "./ended.ts";
import { isStoring } from "./storage.ts";
import { fakeStorage } from "../../test/support/browser-storage.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const refuse = () => {
  throw new DOMException("full", "QuotaExceededError");
};
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

beforeEach(() => {
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
});

const SECRET = {
  idNo: "X1234567",
  issuer: "Amt Zürich",
  issueDate: "2022-05-01",
  validUntil: "2032-04-30",
  puk: "90817263",
} satisfies Record<Exclude<IdentityField, "identifiedBy">, string>;

test("a browser stores typed input, but nothing of the document and no PUK", () => {
  changeDraft(ID, { form: { first_name: "Nora", ...SECRET } as never });
  expect(readDraft(ID).form).toEqual({ first_name: "Nora" });
  for (const value of Object.values(SECRET)) expect(stored()).not.toContain(value);
});

test.each([
  ["is switched off", () => vi.stubGlobal("localStorage", null)],
  [
    "is full",
    () =>
      vi.stubGlobal("localStorage", {
        ...fakeStorage(),
        setItem: refuse,
        getItem: () => null,
        removeItem: () => undefined,
      }),
  ],
])("where storage %s, a draft is kept in memory, with everything that may be stored", (_, block) => {
  block();
  expect(isStoring()).toBe(false);
  changeDraft(ID, { form: { first_name: "Nora", ...SECRET } as never });
  expect(readDraft(ID).form).toEqual({ first_name: "Nora" });
  forgetOldDrafts(Date.now() + 8 * 24 * 3600_000);
  expect(readDraft(ID).form).toEqual({});
  changeDraft(ID, { account: "nora@example.ch" });
  forgetPerson();
  expect(readDraft(ID).account).toBeNull();
});

test("a draft is removed after a week", () => {
  changeDraft(ID, { form: { first_name: "Nora" } as never });
  forgetOldDrafts(Date.now() + 6 * 24 * 3600_000);
  expect(stored()).toContain("Nora");
  forgetOldDrafts(Date.now() + 8 * 24 * 3600_000);
  expect(stored()).not.toContain("Nora");
});

test("a logout removes everything about the person without the server, except the language", () => {
  changeDraft(ID, { form: { first_name: "Nora" } as never, account: "nora@example.ch" });
  localStorage.setItem("kasse.token", "geheim");
  sessionStorage.setItem("kasse.checkout-id", ID);
  localStorage.setItem("kasse.locale", "fr");
  forgetPerson();
  expect(stored()).toBe(JSON.stringify([{ "kasse.locale": "fr" }, {}]));
});
