import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allCommands } from "#server/operator/cli/commands.ts";
import { readConfig } from "#server/config/config.ts";
import { establishKeys } from "#server/operator/known-keys.ts";
import { kasse, settingsOfDatabase } from "../support/cli.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

const COMMANDS = await allCommands();

let sale: SaleDatabase;
let folder: string;
beforeAll(async () => {
  sale = await openSaleDatabase();
  await establishKeys(sale.db, readConfig(settingsOfDatabase(sale)), new Date());
  folder = await mkdtemp(join(tmpdir(), "kasse-audit-"));
});
afterAll(async () => {
  await sale.close();
  await rm(folder, { recursive: true, force: true });
});
const run = (...words: readonly string[]) => kasse(words, settingsOfDatabase(sale));
type Written = {
  seq: number;
  actor: string;
  action: string;
  subject: string | null;
  reason: string | null;
  line: string;
};
type Line = Written & { outcome: Written | null };
const linesOf = async (...words: readonly string[]) =>
  JSON.parse((await run("audit", "show", "--json", ...words)).out) as Line[];
/** Changes the log like an attacker with full access to the database. */
const tamper = async (statement: string) => {
  await sale.query("alter table audit_log disable trigger audit_log_kept");
  await sale.query(statement);
  await sale.query("alter table audit_log enable trigger audit_log_kept");
};

describe("the audit log", () => {
  test("records who looked at whom, is searchable by the typed text, and never contains that text", async () => {
    await run("find", "Anna.Muster@example.ch");
    await run("find", "+41 78 412 34 56");
    await run("orders", "show", "k100001");
    await run("orders", "mail", "K100001");
    const lines = await linesOf();
    expect(lines.map(({ action }) => action)).toEqual(["orders mail", "orders show", "find", "find"]);
    // The outcome of each is the entry after it.
    expect(lines.map(({ seq, outcome }) => [seq, outcome?.seq, outcome?.reason])).toEqual([
      [7, 8, "failed"],
      [5, 6, "failed"],
      [3, 4, "done"],
      [1, 2, "done"],
    ]);
    expect(lines.every(({ actor }) => actor !== "")).toBe(true);
    expect(JSON.stringify(lines)).not.toMatch(/muster|8412/i);
    const about = async (text: string) => (await linesOf("--about", text)).map(({ seq }) => seq);
    expect(await about("anna.muster@example.ch ")).toEqual([1]);
    expect(await about("078 412 34 56")).toEqual([3]);
    expect(await about("K100001")).toEqual([7, 5]);
    expect(await about("bruno@example.ch")).toEqual([]);
  });

  test("contains the reason of an action, also of a failed one", async () => {
    expect((await run("orders", "refund", "K999999", "--reason", "sent twice")).code).toBe(1);
    expect((await linesOf())[0]).toMatchObject({
      action: "orders refund",
      subject: "K999999",
      reason: "sent twice",
      outcome: { reason: "failed" },
    });
  });

  test("has no entry for a mistyped command or one that reads nothing about people", async () => {
    const before = (await linesOf()).length;
    expect((await run("orders", "refund", "K999999", "--reason", "no")).code).toBe(2);
    await run("stock", "list");
    await run("law", "show");
    expect(await linesOf()).toHaveLength(before);
  });

  test("is shown as a table, of one person or since a day, or reports that it has no entries", async () => {
    const { out } = await run("audit", "show");
    expect(out).toMatch(/^line +at +who +what +about +outcome +reason\n/);
    expect(out).toMatch(/ orders refund +K999999 +failed +sent twice$/m);
    expect((await run("audit", "show", "--actor", "nobody")).out).toBe("No lines.");
    expect((await run("audit", "show", "--since", "2099-01-01")).out).toBe("No lines.");
    expect((await run("audit", "show", "--since", "soon")).code).toBe(2);
  });

  test("stays consistent under many concurrent writes", async () => {
    const all = async () => {
      const lines = await linesOf("--all");
      return lines.flatMap(({ outcome, ...line }) => [line, ...(outcome ? [outcome] : [])]);
    };
    const before = (await all()).length;
    await Promise.all(Array.from({ length: 8 }, (_, index) => run("find", `K${index + 1}`)));
    const lines = await all();
    expect(lines.map(({ seq }) => seq).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: before + 16 }, (_, index) => index + 1),
    );
    expect((await run("audit", "verify", "--head", lines.map(({ line }) => line).join(","))).code).toBe(0);
  });

  test("rejects every change in the database", async () => {
    await expect(sale.query("update audit_log set actor = 'x'")).rejects.toThrow("only ever added to");
    await expect(sale.query("delete from audit_log")).rejects.toThrow("only ever added to");
  });

  test("is included in an export", async () => {
    const file = join(folder, "shop.kasse");
    expect((await run("export", "--out", file)).code).toBe(0);
    expect((await linesOf())[0]).toMatchObject({ action: "export", subject: null });
  });

  test.each([
    [
      "a changed line",
      "update audit_log set actor = 'somebody else' where seq = 3",
      "line 3 of the audit log was changed",
    ],
    ["a removed line", "delete from audit_log where seq = 3", "line 3 of the audit log is missing"],
  ])("reveals %s", async (_what, statement, message) => {
    const kept = await sale.query("select * from audit_log where seq = 3");
    await tamper(statement);
    expect(await run("audit", "verify")).toMatchObject({ code: 1, err: expect.stringContaining(message) });
    await tamper("delete from audit_log where seq = 3");
    const [row] = kept as { [column: string]: unknown }[];
    await sale.query(
      "insert into audit_log (seq, at, actor, action, subject, reason, hash) values ($1, $2, $3, $4, $5, $6, $7)",
      Object.values(row ?? {}),
    );
    expect((await run("audit", "verify")).code).toBe(0);
  });

  test("reveals that the last entries were removed, by a recorded one", async () => {
    const last = (await linesOf())[0]?.outcome;
    const verified = await run("audit", "verify");
    expect(verified.out).toBe(`${last?.seq} lines fit together. The last is ${last?.line}`);
    await tamper(`delete from audit_log where seq >= ${(last?.seq ?? 0) - 1}`);
    expect((await run("audit", "verify")).code).toBe(0);
    expect(await run("audit", "verify", "--head", last?.line ?? "")).toMatchObject({
      code: 1,
      err: `kasse: lines after ${(last?.seq ?? 0) - 2} of the audit log were removed: one of them was recorded.`,
    });
    expect(await run("audit", "verify", "--head", "17:xyz")).toMatchObject({
      code: 2,
      err: expect.stringContaining('--head has "17:xyz"'),
    });
  });

  test("needs its key: without it nothing is read", async () => {
    const elsewhere = { DATABASE_URL: sale.url, DATA_DIR: join(folder, "elsewhere") };
    expect(await kasse(["find", "anna@example.ch"], elsewhere)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("the key for document numbers"),
    });
  });
});

test("every command that gets the database and changes or reads people is recorded", () => {
  const free = COMMANDS.filter(({ recorded }) => !recorded).map(({ name }) => name);
  expect(free).toEqual([
    "catalogue check",
    "catalogue diff",
    "catalogue list",
    "catalogue preview",
    "catalogue schema",
    "law show",
    "law check",
    "stock list",
    "stock show",
    "numbers list",
    "numbers show",
    "jobs list",
    "audit show",
    "audit verify",
    "keys list",
    "keys rotate",
    "keys forget",
    "purge",
    "migrate",
    "config check",
  ]);
});
