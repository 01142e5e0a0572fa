import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLaw } from "#server/shop/law/read-law.ts";
import { LAW } from "../support/law.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-law-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a law file with this text; returns its path. */
async function fileOf(text: string): Promise<string> {
  const file = join(folder, "law.json");
  await writeFile(file, text);
  return file;
}

const [vat] = LAW.vat;
const [documents] = LAW.documents;
const [items] = LAW.identityItems;
const [retention] = LAW.orderRetention;

test.each([
  ["no table", { vat: undefined }, /vat: /],
  ["a table without an entry", { vat: [] }, /vat: it needs an entry/],
  ["a table of another name", { fees: [] }, /fees: /],
  ["no source", { vat: [{ ...vat, source: undefined }] }, /vat\.0\.source: /],
  ["an empty source", { vat: [{ ...vat, source: " " }] }, /vat\.0\.source: it must state where this is written/],
  ["a field of another name", { vat: [{ ...vat, percent: 1 }] }, /vat\.0\.percent: /],
  [
    "a day that does not exist",
    { vat: [{ ...vat, from: "2023-02-30" }] },
    /vat\.0\.from: it must be a day in the form YYYY-MM-DD/,
  ],
  ["a day twice", { vat: [vat, vat] }, /vat\.1\.from: it must be later than that of the previous entry/],
  ["days that go back", { vat: [...LAW.vat].reverse() }, /vat\.1\.from: it must be later/],
  [
    "a table that begins after the first order",
    { vat: [{ ...vat, from: "2024-01-02" }] },
    /vat\.0\.from: the table must start on 2024-01-01 or earlier/,
  ],
  ["too high a percentage", { vat: [{ ...vat, standardPercent: 101 }] }, /standardPercent: .* at most 100/],
  ["a negative one", { vat: [{ ...vat, standardPercent: -1 }] }, /vat\.0\.standardPercent/],
  [
    "a document that is not known",
    { documents: [{ ...documents, notForPostpaidMobile: ["182400099"] }] },
    /documents\.0\.notForPostpaidMobile\.0: this document code is unknown/,
  ],
  [
    "a group that is not known",
    { documents: [{ ...documents, groups: { ...documents?.groups, martians: [] } }] },
    /documents\.0\.groups\.martians/,
  ],
  [
    "a group that is left without a document",
    { documents: [{ ...documents, groups: { ...documents?.groups, eu: ["182400005"] } }] },
    /documents\.0\.groups\.eu: no document is left for postpaid mobile/,
  ],
  [
    "a document twice",
    { documents: [{ ...documents, notForPostpaidMobile: ["182400006", "182400006"] }] },
    /documents\.0\.notForPostpaidMobile: a code appears twice/,
  ],
  [
    "an item twice",
    { identityItems: [{ ...items, all: ["copy", "copy"] }] },
    /identityItems\.0\.all: an item appears twice/,
  ],
  ["an item that is not known", { identityItems: [{ ...items, all: ["shoeSize"] }] }, /identityItems\.0\.all\.0/],
  ["nothing kept", { orderRetention: [{ ...retention, days: 0 }] }, /orderRetention\.0\.days/],
])("%s is rejected, with its position", async (_what, change, sentence) => {
  const file = await fileOf(JSON.stringify({ ...LAW, ...change }));
  await expect(readLaw(file)).rejects.toThrow(sentence);
  await expect(readLaw(file)).rejects.toThrow(/^The law file .* has (a mistake at|\d mistakes:\n {2}- at) /);
});

test("every mistake is reported, also those in the tables that can be read", async () => {
  const file = await fileOf(
    JSON.stringify({
      ...LAW,
      vat: [{ ...vat, standardPercent: 101 }],
      orderRetention: [retention, retention, retention],
    }),
  );
  const found = await readLaw(file).then(String, ({ message }: Error) => message);
  expect(found.split("\n  - ").map((line) => line.split(":")[0])).toEqual([
    `The law file ${file} has 3 mistakes`,
    "at vat.0.standardPercent",
    "at orderRetention.1.from",
    "at orderRetention.2.from",
  ]);
});

test("a file that is missing or is not JSON is rejected, and a valid one is read unchanged", async () => {
  await expect(readLaw(join(folder, "nowhere.json"))).rejects.toThrow(
    /nowhere\.json does not exist\. Correct its path\./,
  );
  await expect(readLaw(await fileOf("{"))).rejects.toThrow(/is not JSON: a \} is missing at the end \(line 1\)/);
  const twice = JSON.stringify(LAW).replace("{", '{\n"vat": [],');
  await expect(readLaw(await fileOf(twice))).rejects.toThrow(/at vat: this field appears twice \(line \d\)\./);
  expect(await readLaw(await fileOf(JSON.stringify(LAW)))).toEqual(LAW);
});
