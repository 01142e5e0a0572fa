import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { ruleOn, type Law } from "#core/law/law.ts";
import { kasse } from "../support/cli.ts";
import { LAW } from "../support/law.ts";

const CHANGING: Law = {
  ...LAW,
  vat: [...LAW.vat, { from: "2027-01-01", source: "a vote", standardPercent: 8.5 }],
  withdrawal: [...LAW.withdrawal, { from: "2027-01-01", source: "a revision", days: 14 }],
};
let folder: string;
let env: { readonly LAW_FILE: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-law-"));
  env = { LAW_FILE: join(folder, "law.json") };
  await writeFile(env.LAW_FILE, JSON.stringify(CHANGING));
});
afterAll(() => rm(folder, { recursive: true }));

describe("law show", () => {
  test("prints the law of a day, with the source, and the next change", async () => {
    const { code, out } = await kasse(["law", "show", "--on", "2026-12-31"], env);
    expect(code).toBe(0);
    expect(out).toContain(
      "vat, since 2024-01-01\n  standard rate 8.1 %\n  Source: MWSTG Art. 25 para. 1, as in force since 2024-01-01\n  Changes on 2027-01-01: a vote\n",
    );
    expect(out).toContain("withdrawal, since 2016-01-01\n  0 days, unless the brand says otherwise\n");
    expect(out).toMatch(/\n {2}swiss: swissIdCard \(182400003\), swissPassport \(182400004\), /);
    expect(out).toContain("\n  4018 days after an order of this day\n");
    const next = (await kasse(["law", "show", "--on", "2027-01-01"], env)).out;
    expect(next).toContain("vat, since 2027-01-01\n  standard rate 8.5 %\n  Source: a vote\n\n");
    expect(next).toContain("\n  14 days, unless the brand says otherwise\n");
  });

  test("prints where a table has not started", async () => {
    const { out } = await kasse(["law", "show", "--on", "2019-05-01"], env);
    expect(out).toContain("vat, since 2018-01-01\n  standard rate 7.7 %\n");
    expect(out).toContain("orderRetention\n  no entry for this day\n  Changes on 2024-01-01: ");
  });

  test("as JSON", async () => {
    const { out } = await kasse(["law", "show", "--on", "2027-01-01", "--json"], env);
    expect(JSON.parse(out)).toMatchObject({
      on: "2027-01-01",
      vat: { from: "2027-01-01", source: "a vote", standardPercent: 8.5 },
      documents: ruleOn(LAW, "documents", "2027-01-01"),
    });
  });

  test("without a day it prints today's", async () => {
    expect((await kasse(["law", "show"], {})).out).toMatch(/^The law on 20\d\d-\d\d-\d\d\n/);
  });

  test.each(["2027-02-30", "tomorrow"])("rejects %s as a day", async (day) => {
    expect(await kasse(["law", "show", "--on", day], env)).toMatchObject({
      code: 2,
      err: `kasse: --on is "${day}"; write a day since 1900, such as 2027-01-01.`,
    });
  });
});

test("law check lists the days of a valid file", async () => {
  expect(await kasse(["law", "check", env.LAW_FILE], {})).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^vat +2011-01-01, 2018-01-01, 2024-01-01, 2027-01-01\n[^]*\nThe file has no mistakes\.$/,
    ),
  });
});

test("law check warns of entries in force that would change; a better source is no change", async () => {
  const [oldest, first, second] = LAW.vat;
  if (!oldest || !first || !second) throw new Error("There are no rates");
  const file = join(folder, "next.json");
  const checked = async (vat: Law["vat"]) => {
    await writeFile(file, JSON.stringify({ ...LAW, vat }));
    return (await kasse(["law", "check", file], {})).err;
  };
  expect(await checked(LAW.vat.map((entry) => ({ ...entry, source: "better" })))).toBe("");
  expect(await checked([oldest, first, { ...second, standardPercent: 8 }])).toBe(
    "Warning: vat of 2024-01-01 is already in force and differs from the current file.",
  );
  expect(await checked([oldest, second])).toBe(
    "Warning: vat of 2018-01-01 is already in force and differs from the current file.",
  );
  expect(await checked([oldest, { ...first, from: "2018-02-01" }, second])).toMatch(/^Warning: vat of 2018-01-01 .*$/);
});

test.each([
  ["has begun today", 0, "Warning: vat of "],
  ["begins tomorrow", 1, ""],
])("law check: an entry that %s", async (_what, days, warning) => {
  const from = formatDay(addDays(dayInZurich(new Date()), days));
  const withRate = async (name: string, standardPercent: number) => {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify({ ...LAW, vat: [...LAW.vat, { from, source: "a test", standardPercent }] }));
    return file;
  };
  const inForce = { LAW_FILE: await withRate("in-force.json", 9) };
  const { code, err } = await kasse(["law", "check", await withRate("next.json", 10)], inForce);
  expect(code).toBe(0);
  expect(err.slice(0, 16)).toBe(warning);
});

test("law check reports the position of a mistake", async () => {
  const wrong = join(folder, "wrong.json");
  await writeFile(wrong, JSON.stringify({ ...LAW, vat: [] }));
  expect(await kasse(["law", "check", wrong], {})).toMatchObject({
    code: 1,
    err: `kasse: The law file ${wrong} has a mistake at vat: it needs an entry (line 1). Correct [].`,
  });
});
