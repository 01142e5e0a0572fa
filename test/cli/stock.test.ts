import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pino } from "pino";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { command } from "../support/cli.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase("started");
  opened = openDatabase(database.connection, pino({ level: "silent" }));
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
const run = (...words: readonly string[]) => command(opened.db, ["stock", ...words]);

describe("the pieces of an article", () => {
  test("are listed, received and counted, and the ledger explains them", async () => {
    expect((await run("list")).out).toMatch(/^article +on hand +held +for sale\nAARE5 +25 +0 +25$/m);
    expect((await run("receive", "AARE5", "10", "--reason", "delivery 4711")).out).toBe(
      "AARE5: +10, now 35 pieces on hand.",
    );
    expect((await run("count", "AARE5", "33", "--reason", "stocktaking")).out).toBe(
      "AARE5: -2, now 33 pieces on hand.",
    );
    const { code, out } = await run("show", "AARE5");
    expect(code).toBe(0);
    const rows = out.split("\n").map((line) =>
      line
        .split(/ {2,}/)
        .slice(1)
        .map((cell) => cell.trim()),
    );
    expect(rows.slice(1, 4).map((row) => [row[0], row[1], row[2], row.at(-1)])).toEqual([
      ["opening", "+25", "25", "as in the catalogue"],
      ["received", "+10", "35", "delivery 4711"],
      ["counted", "-2", "33", "stocktaking"],
    ]);
    expect(out).toMatch(/\n33 pieces on hand, 0 of them held for payments\.$/);
    expect(JSON.parse((await run("show", "AARE5", "--json")).out)).toMatchObject({
      article: "AARE5",
      onHand: 33,
      ledger: 33,
      movements: [{ kind: "opening" }, { kind: "received" }, { kind: "counted" }],
    });
  });

  test("that do not add up are an error, which a count corrects", async () => {
    await database.pool.query("update stock set on_hand = on_hand + 1, entries = entries + 1 where article = 'AARE5'");
    const wrong = "AARE5 has 34 pieces, but its ledger adds up to 33.";
    expect(await run("list")).toMatchObject({ code: 1, err: wrong });
    await database.pool.query("update stock set on_hand = on_hand - 1, entries = entries + 1 where article = 'AARE5'");
    expect(await run("list", "--json")).toMatchObject({ code: 0, err: "" });
  });

  test.each([
    [
      ["receive", "AARE5", "0", "--reason", "nothing came"],
      2,
      '<pieces> is "0"; it must be a whole number from 1 to 9999999.',
    ],
    [
      ["receive", "AARE5", "-3", "--reason", "nothing came"],
      2,
      '<pieces> is "-3"; it must be a whole number from 1 to 9999999.',
    ],
    [["count", "AARE5", "1.5", "--reason", "a half one"], 2, '<pieces> is "1.5"'],
    [["count", "AARE5", "1"], 2, "--reason is missing"],
    [["count", "NOPE", "1", "--reason", "what is this"], 1, "NOPE is not counted; `stock list` shows what is."],
    [["show", "NOPE"], 1, "NOPE is not counted"],
  ])("%j is rejected with a message", async (words, code, sentence) => {
    const ran = await run(...words);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(`kasse: ${sentence}`)]);
  });
});
