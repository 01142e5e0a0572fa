import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  hashPassword,
  hashWith,
  passwordMatches,
  RECOMMENDED_HASHING,
  spendHashingTime,
} from "#server/authentication/passwords.ts";
import { QUICK_HASHING } from "../support/quick-hashing.ts";
import { endTokensOf, endTokensOfCheckout, issueToken, recordUse } from "#server/sale/identity/tokens.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

let account: string;
let people = 0;
beforeEach(async () => {
  account = await sale.account(`person${(people += 1)}@example.ch`);
});

const START = new Date("2026-11-23T10:00:00Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const newToken = (checkoutId: string | null = null) =>
  issueToken(sale.db, { accountId: account, checkoutId: checkoutId, device: null }, START);
const accountOf = async (token: string, now: Date) => (await accountOfToken(sale.db, token, now))?.id ?? null;
const lastUse = async () =>
  (await sale.query<{ used_at: Date }>("select used_at from tokens where account_id = $1", [account]))[0]?.used_at;

describe("a token", () => {
  test("has 256 random bits, and only its hash is stored", async () => {
    const [one, other] = [await newToken(), await newToken()];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(one).not.toBe(other);
    const rows = await sale.query<{ hash: Buffer }>("select hash from tokens where account_id = $1", [account]);
    expect(rows.map(({ hash }) => hash.length)).toEqual([32, 32]);
    expect(rows.some(({ hash }) => hash.equals(Buffer.from(one, "base64url")))).toBe(false);
  });

  test("belongs to its account; invalid tokens belong to none", async () => {
    const token = await newToken();
    expect(await accountOfToken(sale.db, token, START)).toEqual({
      id: account,
      email: `person${people}@example.ch`,
      customerBaseId: null,
      profile: {},
    });
    for (const text of ["", "x".repeat(43), `${token}x`, `x${token}`, token.slice(1), token.toUpperCase()])
      expect(await accountOf(text, START)).toBeNull();
  });

  test("ends after two hours without use, and each use restarts them", async () => {
    const token = await newToken();
    expect(await accountOf(token, after(119))).toBe(account);
    expect(await accountOf(token, after(238))).toBe(account);
    expect(await accountOf(token, after(238 + 120))).toBeNull();
  });

  test("ends after twelve hours, despite any use", async () => {
    const token = await newToken();
    for (let minutes = 0; minutes < 720; minutes += 100) expect(await accountOf(token, after(minutes))).toBe(account);
    expect(await accountOf(token, after(719))).toBe(account);
    expect(await accountOf(token, after(720))).toBeNull();
  });

  test("has its last use recorded at most once a minute", async () => {
    const token = await newToken();
    await accountOf(token, after(0.9));
    expect(await lastUse()).toEqual(START);
    await accountOf(token, after(1));
    expect(await lastUse()).toEqual(after(1));
    await recordUse(sale.db, "no token", START, after(5));
    await recordUse(sale.db, "x".repeat(43), START, after(5));
    expect(await lastUse()).toEqual(after(1));
  });

  test("ends with all tokens of its checkout, or of its account", async () => {
    const [one, other] = [
      await sale.checkout({ type: "Tariff", tariff: "SMART30" }),
      await sale.checkout({ type: "Tariff", tariff: "SMART30" }),
    ];
    const tokens = [await newToken(one.id), await newToken(other.id), await newToken()];
    const valid = async () => (await Promise.all(tokens.map((token) => accountOf(token, START)))).map(Boolean);
    await endTokensOfCheckout(sale.db, one.id);
    expect(await valid()).toEqual([false, true, true]);
    const stranger = await issueToken(
      sale.db,
      { accountId: await sale.account(`other${people}@example.ch`), checkoutId: null, device: null },
      START,
    );
    await endTokensOf(sale.db, account);
    expect(await valid()).toEqual([false, false, false]);
    expect(await accountOf(stranger, START)).not.toBeNull();
  });
});

describe("a password", () => {
  beforeAll(() => hashWith(RECOMMENDED_HASHING));
  afterAll(() => hashWith(QUICK_HASHING));

  test("matches only its own hash, and the hash is argon2id with 19 MiB and two rounds", async () => {
    const hash = await hashPassword("Birnen am Montag");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(hash, "Birnen am Montag")).toBe(true);
    expect(await passwordMatches(hash, "Birnen am Dienstag")).toBe(false);
    expect(await passwordMatches("no hash", "Birnen am Montag")).toBe(false);
  });

  test("takes the same time to check for a missing account as for an existing one", async () => {
    const hash = await hashPassword("Birnen am Montag");
    // Processor time, because elapsed time varies on a busy machine.
    const work = async (check: () => Promise<unknown>) => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round++) await check();
      return process.cpuUsage(before).user;
    };
    const somebody = await work(() => passwordMatches(hash, "falsches Wort"));
    expect(await work(() => spendHashingTime("falsches Wort"))).toBeGreaterThan(somebody / 3);
  });
});
