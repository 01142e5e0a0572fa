import { afterAll, beforeAll, expect, test } from "vitest";
import { accountOfToken } from "#server/sale/identity/accounts.ts";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { command } from "../support/cli.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

const MIA = "mia.keller@example.ch";
let sale: SaleDatabase;
let mia: string;
beforeAll(async () => {
  sale = await openSaleDatabase();
  mia = await sale.account(MIA);
});
afterAll(() => sale.close());

const run = (...argv: string[]) => command(sale.db, argv);
const loggedIn = (device: string | null) =>
  issueToken(sale.db, { accountId: mia, checkoutId: null, device }, new Date());
const isLoggedIn = async (token: string) => (await accountOfToken(sale.db, token, new Date())) !== null;

test("the operator lists a customer's logins, ends one, and ends all", async () => {
  const home = await loggedIn("Firefox, Linux");
  const office = await loggedIn(null);
  const { code, out } = await run("sessions", "list", MIA.toUpperCase());
  expect(code).toBe(0);
  expect(out).toMatch(/^login +since +last used +device\n\S{36} .* –\n\S{36} .* Firefox, Linux\n2 logins$/);
  const [newest] = JSON.parse((await run("sessions", "list", MIA, "--json")).out) as { id: string; device: string }[];
  expect(newest).toEqual({
    id: expect.any(String),
    device: null,
    since: expect.any(String),
    lastUsed: expect.any(String),
  });

  const ended = await run("sessions", "end", MIA, "--login", newest?.id ?? "");
  expect(ended).toMatchObject({ code: 0, out: "1 login ended." });
  expect([await isLoggedIn(office), await isLoggedIn(home)]).toEqual([false, true]);
  expect(await run("sessions", "end", MIA)).toMatchObject({ code: 0, out: "1 login ended." });
  expect(await isLoggedIn(home)).toBe(false);
  expect((await run("sessions", "list", MIA)).out).toBe("No logins.");
});

test("an unknown customer or login is reported as a failure", async () => {
  await loggedIn(null);
  expect((await run("sessions", "list", "nobody@example.ch")).err).toContain("no customer nobody@example.ch");
  const other = await run("sessions", "end", MIA, "--login", crypto.randomUUID());
  expect([other.code, other.err]).toEqual([1, expect.stringContaining("see `sessions list`")]);
});
