import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { Database, ReadHandle } from "../database.ts";
import { primaryReads, replicaReads } from "./stale-reads.ts";

const named = (name: string) => ({ name }) as unknown as Database;
const [primary, replica] = [named("primary"), named("replica")];
const nameOf = async (db: ReadHandle) => (db as unknown as { readonly name: string }).name;
const failed = (code: string) => Object.assign(new pg.DatabaseError(code, 0, "error"), { code });

/** Returns reads whose replica is used or not, and the failures that were noted. */
function reading(isUsed = true) {
  const noted: unknown[] = [];
  const noteFailure = (error: unknown) => void noted.push(error);
  return { reads: replicaReads({ db: replica, isUsed: () => isUsed, noteFailure }, primary), noted };
}
/** A read that fails on the replica. */
const failingWith = (error: unknown) => async (db: ReadHandle) => {
  if (db === replica) throw error;
  return nameOf(db);
};

test("without a replica, the primary answers, and nothing lags", async () => {
  const reads = primaryReads(primary);
  expect([await reads.read(nameOf), reads.mayLag]).toEqual(["primary", false]);
});

describe("with a replica", () => {
  test("it answers while it is used, the primary otherwise", async () => {
    expect(await reading(true).reads.read(nameOf)).toBe("replica");
    expect(await reading(false).reads.read(nameOf)).toBe("primary");
    expect(reading().reads.mayLag).toBe(true);
  });

  test.each([
    ["its replay ends the statement", failed("40001")],
    ["the statement takes too long", failed("57014")],
    ["it has no such column yet", failed("42703")],
    ["the connection is lost", new Error("Connection terminated unexpectedly")],
  ])("the primary answers if %s", async (_name, error) => {
    const { reads, noted } = reading();
    expect(await reads.read(failingWith(error))).toBe("primary");
    expect(noted).toEqual([error]);
  });

  test("the primary answers if it takes longer than the reader waits, and a late failure is ignored", async () => {
    const { reads, noted } = reading();
    const slow = async (db: ReadHandle) => {
      if (db === replica) await delay(50).then(() => Promise.reject(new Error("late")));
      return nameOf(db);
    };
    expect(await reads.read(slow, { withinMs: 5 })).toBe("primary");
    expect(noted).toEqual([new Error("no answer within 5 ms")]);
    await delay(100);
  });

  test("a failure on the primary too is thrown", async () => {
    const bug = () => Promise.reject(new TypeError("a bug"));
    await expect(reading().reads.read(bug)).rejects.toThrow("a bug");
  });

  test("a write is a bug, which never reaches the primary", async () => {
    const asked: unknown[] = [];
    const writing = async (db: ReadHandle) => {
      asked.push(db);
      throw failed("25006");
    };
    await expect(reading().reads.read(writing)).rejects.toThrow("25006");
    expect(asked).toEqual([replica]);
  });
});
