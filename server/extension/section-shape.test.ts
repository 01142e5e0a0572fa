import { expect, test } from "vitest";
import type { Services } from "#server/services.ts";
import { loadExtensions } from "./compose.ts";
import { deskAct } from "./desk-section.ts";
import type { Extension } from "./extension.ts";
import { ExtensionError } from "./failure.ts";
import { guarded } from "./guarded.ts";
import { wrongSectionPart } from "./section-shape.ts";

const words = { de: "Drachen", en: "Kites", fr: "Cerfs-volants", it: "Aquiloni", sr: "Zmajevi" };
const land = deskAct({
  of: "row",
  title: words,
  text: words,
  permit: "changeStock",
  fields: { why: { kind: "choice", label: words, options: { rain: words } }, length: { kind: "number", label: words } },
  run: async () => ({ kind: "done" }),
});
const kites = {
  title: words,
  about: words,
  permit: "seeBoard",
  columns: [{ key: "name", title: words, kind: "text" }],
  list: async () => [],
  acts: { land },
};

/** Parts that no compiler has seen, and what the operator reads of them. */
const CASES: readonly (readonly [object | null, string])[] = [
  [null, "`desk` must be an object"],
  [{ ...kites, title: "Kites" }, "`desk.title` must have a text in de, en, fr, it, sr"],
  [{ ...kites, title: { de: "Drachen" } }, "`desk.title` must have a text in de, en, fr, it, sr"],
  [{ ...kites, about: { ...words, sr: "" } }, "`desk.about` must have a text in de, en, fr, it, sr"],
  [{ title: words }, "`desk.about` is missing"],
  [
    { ...kites, permit: "fly" },
    "`desk.permit` must be one of seeBoard, seeOrders, decideOrders, seeDocuments, refund, confirmRefund, seeCatalogue, editCatalogue, activateCatalogue, changeStock, runExperiments, seeAudit, managePeople",
  ],
  [{ ...kites, columns: [] }, "`desk.columns` must have a column"],
  [{ ...kites, columns: [kites.columns[0], kites.columns[0]] }, "`desk.columns` must have no key twice"],
  [
    { ...kites, columns: [{ ...kites.columns[0], kind: "wind" }] },
    "`desk.columns.0.kind` must be one of text, number, amount, time",
  ],
  [{ ...kites, list: [] }, "`desk.list` must be a function"],
  [{ ...kites, acts: { "fly away": land } }, "`desk.acts.fly away` must have a name of letters and digits"],
  [{ ...kites, acts: { land: { ...land, of: "all" } } }, "`desk.acts.land.of` must be one of row, page"],
  [{ ...kites, acts: { land: { ...land, second: false } } }, "`desk.acts.land.second` must be true, or absent"],
  [
    { ...kites, acts: { land: { ...land, fields: { why: { kind: "file", label: words } } } } },
    "`desk.acts.land.fields.why.kind` must be text, number, amount, day or choice",
  ],
  [
    { ...kites, acts: { land: { ...land, fields: { why: { kind: "choice", label: words } } } } },
    "`desk.acts.land.fields.why.options` is missing",
  ],
  [{ ...kites, acts: { land: { ...land, run: undefined } } }, "`desk.acts.land.run` must be a function"],
];

test.each(CASES)("case %#: a page at the desk has a wrong part", (section, sentence) => {
  expect(wrongSectionPart(section)).toBe(sentence);
});

test("a right one has none", () => {
  expect(wrongSectionPart(kites)).toBeNull();
});

test("the start refuses an extension with a wrong page, and names it", async () => {
  const load = async () => ({ desk: () => ({ ...kites, list: null }) });
  const extension = guarded(
    { name: "kites", about: "", isOn: () => true, load } as unknown as Extension,
    "./kites",
    "/section-shape.test.ts",
  );
  const extensions = await loadExtensions([extension], {} as never);
  expect(() => extensions.deskSections({} as Services)).toThrow(
    new ExtensionError("The extension kites (./kites) cannot be used: its `desk.list` must be a function."),
  );
});

test("a page that cannot be made is named with the place in its code", async () => {
  const load = async () => ({
    desk: () => {
      throw new Error("no wind.");
    },
  });
  const extension = guarded(
    { name: "kites", about: "", isOn: () => true, load } as unknown as Extension,
    "./kites",
    "/section-shape.test.ts",
  );
  const extensions = await loadExtensions([extension], {} as never);
  expect(() => extensions.deskSections({} as Services)).toThrow(
    /^The extension kites \(\.\/kites\) cannot make its page at the desk: no wind \(.*section-shape\.test\.ts/,
  );
});
